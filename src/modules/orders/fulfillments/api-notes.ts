import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Orders",
    operations: {
      "POST /admin/orders/{id}/fulfillment": {
        id: "createAdminOrderFulfillment",
        before: "GET /store/orders",
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
      "POST /admin/orders/{id}/fulfillments/{fulfillment_id}/tracking": {
        id: "setAdminOrderFulfillmentTracking",
        description:
          "Replaces the tracking numbers and carrier links of a fulfillment of the order, or of its swaps and claims, before " +
          "or after it was shipped. After it was shipped, the customer gets a mail, unless `no_notification` is set. Not part of " +
          "Medusa v1.",
      },
      "GET /admin/orders/{id}/fulfillments/{fulfillment_id}/documents": {
        id: "getAdminOrderFulfillmentDocuments",
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
      "GET /admin/orders/{id}/reservations": {
        id: "listAdminOrderReservations",
        description: "Lists the stock that is reserved for the lines of an order.",
      },
      "POST /admin/orders/{id}/line-items/{line_item_id}/reserve": {
        id: "reserveAdminOrderLineItem",
      },
    },
  },
];
