import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Customers",
    operations: {
      "GET /admin/customers/{id}/personal-data": {
        id: "getAdminCustomerPersonalData",
        before: "POST /store/customers",
        description:
          "Returns everything that the shop has stored about a customer, and about the guest with the same email.",
      },
      "POST /admin/customers/{id}/erase": {
        id: "eraseAdminCustomer",
        description:
          "Removes names, emails, addresses and texts of a customer from all tables, logs and exports. Orders and their amounts stay. It cannot be undone. While something is open, such as an order that is not shipped, it is refused without `force`.",
      },
    },
  },
];
