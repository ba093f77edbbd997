import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Orders",
    operations: {
      "GET /admin/orders/{id}/papers": {
        id: "listAdminOrderPapers",
        before: "GET /store/orders",
        description: "Lists what was issued for an order, oldest first. Not part of Medusa v1.",
      },
      "POST /admin/orders/{id}/papers": {
        id: "issueAdminOrderPaper",
        description:
          "Gives the invoice of an order, or the credit note of a refund, its number: without gaps, and once. A repeated request " +
          "returns the one that exists. Not part of Medusa v1.",
      },
      "GET /admin/orders/{id}/papers/{paper_id}/pdf": {
        id: "getAdminOrderPaperPdf",
        description: "As it was issued, with the buyer that the order has now. Not part of Medusa v1.",
      },
      "GET /admin/orders/{id}/packing-slip/pdf": {
        id: "getAdminOrderPackingSlipPdf",
        description: "The goods of the order, without prices. Not part of Medusa v1.",
      },
      "GET /admin/orders/{id}/return-form/pdf": {
        id: "getAdminOrderReturnFormPdf",
        description: "A form that the customer sends back with the goods. Not part of Medusa v1.",
      },
    },
  },
];
