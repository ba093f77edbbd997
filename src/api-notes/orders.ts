import type { ApiTag } from "../http/openapi/api-notes.ts";

export const orders: ApiTag = {
  name: "Orders",
  description: "Orders from payment to delivery, for merchants and for the customers who placed them.",
  operations: {
    "GET /admin/orders": {
      id: "listAdminOrders",
      description:
        "Lists orders, filtered by status, payment, fulfillment, region, customer and dates. `q` searches numbers, emails and names.",
    },
    "GET /admin/orders/{id}": {
      id: "getAdminOrder",
      description:
        "Returns one order with everything that happened to it: payments, fulfillments, returns, swaps, claims and edits.",
    },
    "POST /admin/orders/{id}": {
      id: "updateAdminOrder",
      description:
        "Changes the email, the addresses, the metadata or other data of an order. Lines are changed by order edits.",
    },
    "POST /admin/orders/{id}/complete": {
      id: "completeAdminOrder",
      description: "Marks an order as completed: nothing is left to do.",
    },
    "POST /admin/orders/{id}/archive": {
      id: "archiveAdminOrder",
      description: "Archives a completed order.",
    },
    "POST /admin/orders/{id}/cancel": {
      id: "cancelAdminOrder",
      description:
        "Cancels an order, frees its stock and cancels or refunds its payments. Fulfillments, returns, swaps and claims must be canceled before.",
    },
    "POST /admin/orders/{id}/capture": {
      id: "captureAdminOrderPayments",
      description: "Captures every authorized payment of an order.",
    },
    "POST /admin/orders/{id}/refund": {
      id: "refundAdminOrder",
      description: "Refunds an amount of what was captured, with a reason and a note.",
    },
    "POST /admin/orders/{id}/shipping-methods": {
      id: "addAdminOrderShippingMethod",
      description: "Adds a shipping method with a price to an order, for example for a later parcel.",
    },
    "GET /admin/orders/{id}/timeline": {
      id: "listAdminOrderTimeline",
    },
    "POST /admin/orders/{id}/fulfillment": {
      id: "createAdminOrderFulfillment",
      description: "Packs lines of an order for shipping with its fulfillment providers.",
    },
    "POST /admin/orders/{id}/fulfillments/{fulfillment_id}/cancel": {
      id: "cancelAdminOrderFulfillment",
      description: "Cancels a fulfillment that is not shipped. Its pieces can be packed again.",
    },
    "POST /admin/orders/{id}/shipment": {
      id: "createAdminOrderShipment",
      description: "Marks a fulfillment as shipped, with its tracking numbers.",
    },
    "GET /admin/orders/{id}/fulfillments/{fulfillment_id}/documents": {
      id: "getAdminOrderFulfillmentDocuments",
    },
    "POST /admin/orders/{id}/swaps": {
      id: "createAdminOrderSwap",
      description:
        "Creates a swap: some lines come back, others are sent. The customer pays or gets the difference.",
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
    "POST /admin/orders/{id}/swaps/{swap_id}/fulfillments": {
      id: "createAdminOrderSwapFulfillment",
      description: "Packs the new lines of a swap for shipping.",
    },
    "POST /admin/orders/{id}/swaps/{swap_id}/fulfillments/{fulfillment_id}/cancel": {
      id: "cancelAdminOrderSwapFulfillment",
      description: "Cancels a fulfillment of a swap that is not shipped.",
    },
    "POST /admin/orders/{id}/swaps/{swap_id}/shipments": {
      id: "createAdminOrderSwapShipment",
      description: "Marks a fulfillment of a swap as shipped, with its tracking numbers.",
    },
    "POST /admin/orders/{id}/claims": {
      id: "createAdminOrderClaim",
      description: "Opens a claim for faulty, wrong or missing goods: a refund, or goods in replacement.",
    },
    "POST /admin/orders/{id}/claims/{claim_id}": {
      id: "updateAdminOrderClaim",
      description: "Changes the claimed lines, the shipping methods or the metadata of a claim.",
    },
    "POST /admin/orders/{id}/claims/{claim_id}/cancel": {
      id: "cancelAdminOrderClaim",
      description:
        "Cancels a claim without a refund. Its fulfillments and its return must be canceled before.",
    },
    "POST /admin/orders/{id}/claims/{claim_id}/fulfillments": {
      id: "createAdminOrderClaimFulfillment",
      description: "Packs the replacement goods of a claim for shipping.",
    },
    "POST /admin/orders/{id}/claims/{claim_id}/fulfillments/{fulfillment_id}/cancel": {
      id: "cancelAdminOrderClaimFulfillment",
      description: "Cancels a fulfillment of a claim that is not shipped.",
    },
    "POST /admin/orders/{id}/claims/{claim_id}/shipments": {
      id: "createAdminOrderClaimShipment",
      description: "Marks a fulfillment of a claim as shipped, with its tracking numbers.",
    },
    "POST /admin/orders/{id}/return": {
      id: "requestAdminOrderReturn",
      description:
        "Requests a return of lines for the customer. With `receive_now` the goods are counted as received at once.",
    },
    "GET /admin/orders/{id}/reservations": {
      id: "listAdminOrderReservations",
      description: "Lists the stock that is reserved for the lines of an order.",
    },
    "POST /admin/orders/{id}/line-items/{line_item_id}/reserve": {
      id: "reserveAdminOrderLineItem",
    },
    "GET /store/orders": {
      id: "findStoreOrder",
      description: "Finds an order by its number and the email it was placed with. Both must fit.",
    },
    "GET /store/orders/{id}": {
      id: "getStoreOrder",
      description: "Returns an order by its id, which only its confirmation contains.",
    },
    "GET /store/orders/cart/{cart_id}": {
      id: "getStoreOrderByCart",
      description: "Returns the order that a cart became.",
    },
    "POST /store/orders/batch/customer/token": {
      id: "claimStoreOrders",
    },
    "POST /store/orders/customer/confirm": {
      id: "confirmStoreOrderClaim",
      description:
        "Moves the orders of a claim to the account of the customer, with the token from the email.",
    },
  },
};
