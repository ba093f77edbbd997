import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Draft Orders",
    description: "An order that a merchant prepares. Its cart is paid by the customer or marked as paid.",
    operations: {
      "GET /admin/draft-orders": {
        id: "listAdminDraftOrders",
        description: "Lists draft orders, the newest first. `q` searches numbers and emails.",
      },
      "POST /admin/draft-orders": {
        id: "createAdminDraftOrder",
        description: "Creates a draft order with its cart: lines, addresses, discounts and shipping methods.",
      },
      "GET /admin/draft-orders/{id}": {
        id: "getAdminDraftOrder",
        description: "Returns one draft order with its cart and its totals.",
      },
      "POST /admin/draft-orders/{id}": {
        id: "updateAdminDraftOrder",
      },
      "DELETE /admin/draft-orders/{id}": {
        id: "deleteAdminDraftOrder",
        description: "Deletes a draft order.",
      },
      "POST /admin/draft-orders/{id}/shipping-methods": {
        id: "setAdminDraftOrderShipping",
        description:
          "Chooses how a draft order is sent, also with another price than that of the option. It replaces the method of the same shipping profile.",
      },
      "POST /admin/draft-orders/{id}/line-items": {
        id: "addAdminDraftOrderLineItem",
        description: "Adds a variant, or a line with its own title and price, to a draft order.",
      },
      "POST /admin/draft-orders/{id}/line-items/{line_id}": {
        id: "updateAdminDraftOrderLineItem",
        description: "Changes the quantity, the title or the price of a line. The quantity 0 removes it.",
      },
      "DELETE /admin/draft-orders/{id}/line-items/{line_id}": {
        id: "removeAdminDraftOrderLineItem",
        description: "Removes a line from a draft order.",
      },
    },
  },
];
