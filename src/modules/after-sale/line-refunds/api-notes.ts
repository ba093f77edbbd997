import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Orders",
    operations: {
      "GET /admin/orders/{id}/money": {
        id: "getAdminOrderMoney",
        before: "GET /store/orders",
        description:
          "Returns what was captured and refunded, what can still be refunded of each line and of the shipping, and the refunds " +
          "by lines. Not part of Medusa v1.",
      },
      "POST /admin/orders/{id}/line-refunds/preview": {
        id: "previewAdminOrderLineRefund",
        description:
          "Calculates what a refund of these pieces comes to. Changes nothing. Not part of Medusa v1.",
      },
      "POST /admin/orders/{id}/line-refunds": {
        id: "createAdminOrderLineRefund",
        description:
          "Refunds pieces and shipping, with the amount that the preview shows. A piece is refunded once, by this operation, a " +
          "return, a swap or a claim. `restock` records a return that is received at once. Not part of Medusa v1.",
      },
    },
  },
];
