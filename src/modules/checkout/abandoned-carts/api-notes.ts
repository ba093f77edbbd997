import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Abandoned Carts",
    description: "Carts with goods and an email whose customers did not come back.",
    operations: {
      "GET /admin/abandoned-carts": {
        id: "listAdminAbandonedCarts",
        description:
          "Lists carts that were not changed for some hours, the newest first, with their worth and contact. At most 1000 are listed; older ones are found with `to`.",
      },
      "GET /admin/abandoned-carts/export": {
        id: "exportAdminAbandonedCarts",
        description:
          "Returns the carts of the list as CSV. The file has names, emails and phones: it needs `personal-data:read`, too.",
      },
      "GET /admin/abandoned-carts/{id}": {
        id: "getAdminAbandonedCart",
        description: "Returns one abandoned cart with its lines.",
      },
      "POST /admin/abandoned-carts/{id}": {
        id: "updateAdminAbandonedCart",
        description: "Records that the merchant has written to the customer, or takes it back.",
      },
    },
  },
];
