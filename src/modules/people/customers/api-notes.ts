import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Customers",
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
      "POST /admin/customers/{id}": {
        id: "updateAdminCustomer",
        description:
          "Changes a customer. The email of an account cannot be changed; groups replace those the customer has.",
      },
      "POST /admin/customers/{id}/addresses": {
        id: "addAdminCustomerAddress",
        description:
          "Adds an address to the address book of a customer. One that is in it already is not added again.",
      },
      "POST /admin/customers/{id}/addresses/{address_id}": {
        id: "updateAdminCustomerAddress",
        description: "Changes an address in the address book of a customer.",
      },
      "DELETE /admin/customers/{id}/addresses/{address_id}": {
        id: "deleteAdminCustomerAddress",
        description: "Deletes an address from the address book of a customer. Carts and orders keep theirs.",
      },
      "POST /admin/customers/{id}/billing-address": {
        id: "setAdminCustomerBillingAddress",
        description:
          "Sets the billing address of a customer: `address_id` is one of the address book, or null for none; `address` has the fields of one beside it.",
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
      "GET /store/customers/me/payment-methods": {
        id: "listStoreCustomerPaymentMethods",
        description: "Lists the payment methods that payment providers have saved for the customer.",
      },
    },
  },
];
