import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Orders",
    description: "Orders from payment to delivery, for merchants and for the customers who placed them.",
    operations: {
      "GET /admin/orders": {
        id: "listAdminOrders",
        description:
          "Lists orders, filtered by status, payment, fulfillment, region, customer and dates. `q` searches numbers, emails and names.",
      },
      "GET /admin/orders/{id}": {
        id: "getAdminOrder",
        description:
          "Returns one order with everything that happened to it: payments, fulfillments, returns, swaps, claims and edits.",
      },
      "POST /admin/orders/{id}": {
        id: "updateAdminOrder",
        description:
          "Changes the email, the addresses, the metadata or other data of an order. Lines are changed by order edits.",
      },
      "POST /admin/orders/{id}/complete": {
        id: "completeAdminOrder",
        description: "Marks an order as completed: nothing is left to do.",
      },
      "POST /admin/orders/{id}/archive": {
        id: "archiveAdminOrder",
        description: "Archives a completed order.",
      },
      "POST /admin/orders/{id}/shipping-methods": {
        id: "addAdminOrderShippingMethod",
        description: "Adds a shipping method with a price to an order, for example for a later parcel.",
      },
      "GET /store/orders": {
        id: "findStoreOrder",
        description: "Finds an order by its number and the email it was placed with. Both must fit.",
      },
      "GET /store/orders/{id}": {
        id: "getStoreOrder",
        description: "Returns an order by its id, which only its confirmation contains.",
      },
      "GET /store/orders/cart/{cart_id}": {
        id: "getStoreOrderByCart",
        description: "Returns the order that a cart became.",
      },
      "POST /store/orders/batch/customer/token": {
        id: "claimStoreOrders",
      },
      "POST /store/orders/customer/confirm": {
        id: "confirmStoreOrderClaim",
        description:
          "Moves the orders of a claim to the account of the customer, with the token from the email.",
      },
    },
  },
  {
    tag: "Customers",
    operations: {
      "GET /store/customers/me/orders": {
        id: "listStoreCustomerOrders",
        before: "GET /store/customers/me/payment-methods",
        description: "Lists the orders of the logged-in customer.",
      },
    },
  },
];
