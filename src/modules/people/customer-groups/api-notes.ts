import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Customer Groups",
    description: "Groups of customers, for price lists and discounts.",
    operations: {
      "GET /admin/customer-groups": {
        id: "listAdminCustomerGroups",
        description: "Lists customer groups. `q` searches names.",
      },
      "POST /admin/customer-groups": {
        id: "createAdminCustomerGroup",
        description: "Creates a customer group. Names are unique.",
      },
      "GET /admin/customer-groups/{id}": {
        id: "getAdminCustomerGroup",
        description: "Returns one customer group.",
      },
      "POST /admin/customer-groups/{id}": {
        id: "updateAdminCustomerGroup",
        description: "Changes the name or the metadata of a customer group.",
      },
      "DELETE /admin/customer-groups/{id}": {
        id: "deleteAdminCustomerGroup",
        description: "Deletes a customer group. Its customers stay.",
      },
      "GET /admin/customer-groups/{id}/customers": {
        id: "listAdminCustomerGroupCustomers",
        description: "Lists the customers of one group.",
      },
      "POST /admin/customer-groups/{id}/customers/batch": {
        id: "addAdminCustomerGroupCustomers",
        description: "Adds customers to a group.",
      },
      "DELETE /admin/customer-groups/{id}/customers/batch": {
        id: "removeAdminCustomerGroupCustomers",
        description: "Takes customers out of a group.",
      },
    },
  },
];
