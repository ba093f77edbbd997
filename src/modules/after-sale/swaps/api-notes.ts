import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Orders",
    operations: {
      "POST /admin/orders/{id}/swaps": {
        id: "createAdminOrderSwap",
        before: "POST /admin/orders/{id}/swaps/{swap_id}/fulfillments",
        description:
          "Creates a swap: some lines come back, others are sent. The customer pays or gets the difference.",
      },
      "POST /admin/orders/{id}/swaps/{swap_id}/shipping-methods": {
        id: "setAdminOrderSwapShipping",
        description:
          "Chooses how the new goods of a swap are sent, before the customer or a merchant has confirmed it.",
      },
      "POST /admin/orders/{id}/swaps/{swap_id}/cancel": {
        id: "cancelAdminOrderSwap",
        description:
          "Cancels a swap without a captured payment. Its fulfillments and its return must be canceled before.",
      },
      "POST /admin/orders/{id}/swaps/{swap_id}/process-payment": {
        id: "processAdminOrderSwapPayment",
        description: "Captures the difference that the customer owes, or refunds what the shop owes.",
      },
    },
  },
  {
    tag: "Swaps",
    description: "Goods in exchange for returned ones.",
    operations: {
      "GET /admin/swaps": {
        id: "listAdminSwaps",
        description: "Lists swaps, filtered by order and states.",
      },
      "POST /admin/orders/{id}/exchange-preview": {
        id: "previewAdminExchange",
      },
      "GET /admin/swaps/{id}": {
        id: "getAdminSwap",
        description: "Returns one swap with its order, its lines, its return and its cart.",
      },
      "POST /store/swaps": {
        id: "createStoreSwap",
        description:
          "Requests a swap for an order: lines to send back and variants to get. The answer has the cart to pay.",
      },
      "GET /store/swaps/{cart_id}": {
        id: "getStoreSwapByCart",
        description: "Returns the swap that a cart belongs to.",
      },
    },
  },
];
