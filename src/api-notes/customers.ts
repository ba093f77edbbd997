import type { ApiTag } from "../http/openapi/api-notes.ts";

export const customers: ApiTag = {
  name: "Customers",
  description: "Customers with their addresses, as merchants see them and as they see themselves.",
  operations: {
    "GET /admin/customers": {
      id: "listAdminCustomers",
      description: "Lists customers, with and without an account. `q` searches names and emails.",
    },
    "POST /admin/customers": {
      id: "createAdminCustomer",
      description: "Creates a customer with an account and a password.",
    },
    "GET /admin/customers/{id}": {
      id: "getAdminCustomer",
      description: "Returns one customer with orders and addresses.",
    },
    "GET /admin/customers/{id}/figures": {
      id: "getAdminCustomerFigures",
      description: "Returns the orders and the revenue of one customer in every currency, exact to the cent.",
    },
    "POST /admin/customers/{id}": {
      id: "updateAdminCustomer",
      description:
        "Changes a customer. The email of an account cannot be changed; groups replace those the customer has.",
    },
    "GET /admin/customers/{id}/personal-data": {
      id: "getAdminCustomerPersonalData",
      description:
        "Returns everything that the shop has stored about a customer, and about the guest with the same email.",
    },
    "POST /admin/customers/{id}/erase": {
      id: "eraseAdminCustomer",
      description:
        "Removes names, emails, addresses and texts of a customer from all tables, logs and exports. Orders and their amounts " +
        "stay. It cannot be undone. While something is open, such as an order that is not shipped, it is refused without `force`.",
    },
    "POST /store/customers": {
      id: "createStoreCustomer",
      description: "Creates an account and logs the customer in.",
    },
    "POST /store/customers/password-token": {
      id: "createStoreCustomerPasswordToken",
      description:
        "Sends a token for a new password to the email. The answer is the same for unknown emails.",
    },
    "POST /store/customers/password-reset": {
      id: "resetStoreCustomerPassword",
      description: "Sets a new password with the token from the email. The token works once.",
    },
    "GET /store/customers/me": {
      id: "getStoreCustomer",
      description: "Returns the logged-in customer with addresses.",
    },
    "POST /store/customers/me": {
      id: "updateStoreCustomer",
      description: "Changes names, email, password, phone or billing address of the logged-in customer.",
    },
    "POST /store/customers/me/addresses": {
      id: "addStoreCustomerAddress",
      description: "Adds a shipping address to the address book.",
    },
    "POST /store/customers/me/addresses/{address_id}": {
      id: "updateStoreCustomerAddress",
      description: "Changes a shipping address of the address book.",
    },
    "DELETE /store/customers/me/addresses/{address_id}": {
      id: "deleteStoreCustomerAddress",
      description: "Deletes a shipping address from the address book. Carts and orders keep theirs.",
    },
    "GET /store/customers/me/orders": {
      id: "listStoreCustomerOrders",
      description: "Lists the orders of the logged-in customer.",
    },
    "GET /store/customers/me/payment-methods": {
      id: "listStoreCustomerPaymentMethods",
      description: "Lists the payment methods that payment providers have saved for the customer.",
    },
  },
};

export const customerGroups: ApiTag = {
  name: "Customer Groups",
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
};
