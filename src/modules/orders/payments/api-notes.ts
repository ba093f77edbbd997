import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Orders",
    operations: {
      "POST /admin/orders/{id}/cancel": {
        id: "cancelAdminOrder",
        before: "POST /admin/orders/{id}/shipping-methods",
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
    },
  },
  {
    tag: "Payments",
    description: "Single payments, across orders.",
    operations: {
      "GET /admin/payments/{id}": {
        id: "getAdminPayment",
        description: "Returns one payment.",
      },
      "POST /admin/payments/{id}/capture": {
        id: "captureAdminPayment",
        description: "Captures an authorized payment in full.",
      },
      "POST /admin/payments/{id}/refund": {
        id: "refundAdminPayment",
        description: "Refunds an amount of a captured payment.",
      },
    },
  },
];
