import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Payment Links",
    description:
      "Links with which a customer pays a draft order, the difference of a swap, or a cart that was left behind, on a page of the server.",
    operations: {
      "POST /admin/payment-links": {
        id: "createAdminPaymentLink",
        description:
          "Creates a link to pay and, on request, sends it. It replaces the one that the cart had.",
      },
      "GET /admin/payment-links/{cart_id}": {
        id: "getAdminPaymentLink",
        description: "Returns the link to pay of a cart, or null if there is none, or no longer.",
      },
      "DELETE /admin/payment-links/{cart_id}": {
        id: "revokeAdminPaymentLink",
        description: "Revokes the link to pay of a cart. Its page then shows nothing.",
      },
    },
  },
];
