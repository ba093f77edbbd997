import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Orders",
    operations: {
      "POST /admin/orders/{id}/claims": {
        id: "createAdminOrderClaim",
        before: "POST /admin/orders/{id}/claims/{claim_id}/fulfillments",
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
    },
  },
  {
    tag: "Returns",
    operations: {
      "GET /admin/claims": {
        id: "listAdminClaims",
        before: "GET /admin/returns",
        description: "Lists claims with their orders, filtered by order, type and states.",
      },
    },
  },
];
