import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Carts",
    operations: {
      "POST /store/carts/{id}/complete": {
        id: "completeStoreCart",
        description:
          "Authorizes the payment and makes an order of the cart. `type` says whether `data` is the order, the swap or, when the payment needs another step, the cart. Repeating it returns the same order.",
      },
      "POST /store/carts/{id}/complete-cart": {
        id: "completeStoreCartByOldName",
        description: "Does the same as `POST /store/carts/{id}/complete`, under the name of earlier clients.",
      },
    },
  },
  {
    tag: "Draft Orders",
    operations: {
      "POST /admin/draft-orders/{id}/pay": {
        id: "payAdminDraftOrder",
        description: "Marks a draft order as paid outside of the shop and makes an order of it.",
      },
    },
  },
  {
    tag: "Orders",
    operations: {
      "POST /admin/orders/{id}/swaps/{swap_id}/confirm": {
        id: "confirmAdminOrderSwap",
        before: "POST /admin/orders/{id}/swaps/{swap_id}/fulfillments",
        description:
          "Confirms a swap in place of its customer, so that the new goods can be sent. A difference that the customer owes needs a decision, or is paid with a link.",
      },
    },
  },
  {
    tag: "Payments",
    operations: {
      "POST /hooks/payment/{provider_id}": {
        id: "receivePaymentWebhook",
        description:
          "Receives a notification of a payment service, in its own format. The signature of the service is the credential.",
      },
    },
  },
];
