import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Carts",
    description:
      "A cart from its creation to its completion, as a storefront uses it. The id of a cart is its credential.",
    operations: {
      "POST /store/carts": {
        id: "createStoreCart",
        description:
          "Creates a cart in a region, with lines if they are named. Without a region, the first one of the shop is used.",
      },
      "GET /store/carts/{id}": {
        id: "getStoreCart",
        description:
          "Returns a cart with its lines, totals, discounts, payment sessions and shipping methods.",
      },
      "POST /store/carts/{id}": {
        id: "updateStoreCart",
        description:
          "Changes the region, email, addresses, customer, discounts or gift cards of a cart. Prices and totals are calculated again.",
      },
      "POST /store/carts/{id}/line-items": {
        id: "addStoreCartLineItem",
        description: "Adds a variant to a cart. An equal line gets a higher quantity instead.",
      },
      "POST /store/carts/{id}/line-items/{line_id}": {
        id: "updateStoreCartLineItem",
        description: "Sets the quantity or the metadata of a line. The quantity 0 removes it.",
      },
      "DELETE /store/carts/{id}/line-items/{line_id}": {
        id: "removeStoreCartLineItem",
        description: "Removes a line from a cart.",
      },
      "DELETE /store/carts/{id}/discounts/{code}": {
        id: "removeStoreCartDiscount",
        description: "Takes a discount code from a cart.",
      },
      "POST /store/carts/{id}/shipping-methods": {
        id: "addStoreCartShippingMethod",
        description: "Chooses a shipping option. It replaces the method of the same shipping profile.",
      },
      "POST /store/carts/{id}/taxes": {
        id: "calculateStoreCartTaxes",
        description:
          "Calculates the taxes of a cart now, also in regions that do not calculate them automatically.",
      },
      "POST /store/carts/{id}/payment-sessions": {
        id: "createStoreCartPaymentSessions",
        description:
          "Opens a session with each payment provider of the region. A single one is chosen at once.",
      },
      "POST /store/carts/{id}/payment-session": {
        id: "selectStoreCartPaymentSession",
        description: "Chooses the payment provider that the cart is paid with.",
      },
      "POST /store/carts/{id}/payment-sessions/{provider_id}": {
        id: "updateStoreCartPaymentSession",
        description: "Passes data to the payment provider, for example the chosen card.",
      },
      "DELETE /store/carts/{id}/payment-sessions/{provider_id}": {
        id: "deleteStoreCartPaymentSession",
        description: "Closes the session with a payment provider.",
      },
      "POST /store/carts/{id}/payment-sessions/{provider_id}/refresh": {
        id: "refreshStoreCartPaymentSession",
        description: "Closes the session with a payment provider and opens a new one.",
      },
    },
  },
  {
    tag: "Discounts",
    operations: {
      "POST /admin/discounts/{id}/trial": {
        id: "tryAdminDiscount",
        before: "POST /admin/discounts/{id}/regions/{region_id}",
        description:
          "Calculates the totals of a sample cart without and with a discount, for a region, goods and a customer. Nothing is saved, announced or counted as a use.",
      },
    },
  },
  {
    tag: "Shipping Options",
    operations: {
      "GET /store/shipping-options/{cart_id}": {
        id: "listStoreCartShippingOptions",
        description:
          "Lists the shipping options that a cart can choose from, each with the price for this cart.",
      },
    },
  },
  {
    tag: "Price Lists",
    operations: {
      "GET /admin/price-lists/preview": {
        id: "previewAdminPrices",
        before: "GET /admin/price-lists/{id}",
        description:
          "Returns what variants cost a customer in a region at a quantity, with price lists and without. `price_list_id` counts a list as active that is a draft or begins later.",
      },
    },
  },
];
