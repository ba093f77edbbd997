import type { ApiTag } from "../http/openapi/api-notes.ts";

export const carts: ApiTag = {
  name: "Carts",
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
      description: "Returns a cart with its lines, totals, discounts, payment sessions and shipping methods.",
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
    "POST /store/carts/{id}/complete": {
      id: "completeStoreCart",
      description:
        "Authorizes the payment and makes an order of the cart. `type` says whether `data` is the order, the swap or, when the payment needs another step, the cart. Repeating it returns the same order.",
    },
    "POST /store/carts/{id}/complete-cart": {
      id: "completeStoreCartByOldName",
      description: "Does the same as `POST /store/carts/{id}/complete`, under the name of earlier clients.",
    },
  },
};

export const shippingOptions: ApiTag = {
  name: "Shipping Options",
  description: "Ways to send or return goods in a region, with a price.",
  operations: {
    "GET /admin/shipping-options": {
      id: "listAdminShippingOptions",
      description: "Lists shipping options with their prices, with and without tax.",
    },
    "POST /admin/shipping-options": {
      id: "createAdminShippingOption",
      description: "Creates a shipping option from a service of a fulfillment provider of the region.",
    },
    "GET /admin/shipping-options/{id}": {
      id: "getAdminShippingOption",
      description: "Returns one shipping option with its region, profile and requirements.",
    },
    "POST /admin/shipping-options/{id}": {
      id: "updateAdminShippingOption",
      description: "Changes the name, the amount or the requirements of a shipping option.",
    },
    "DELETE /admin/shipping-options/{id}": {
      id: "deleteAdminShippingOption",
      description: "Deletes a shipping option. Orders that use it stay as they are.",
    },
    "GET /store/shipping-options": {
      id: "listStoreShippingOptions",
      description:
        "Lists shipping options by region or product, with their prices. For a cart, `GET /store/shipping-options/{cart_id}` is exact.",
    },
    "GET /store/shipping-options/{cart_id}": {
      id: "listStoreCartShippingOptions",
      description:
        "Lists the shipping options that a cart can choose from, each with the price for this cart.",
    },
  },
};

export const shippingProfiles: ApiTag = {
  name: "Shipping Profiles",
  description: "Groups of products that are shipped in the same way.",
  operations: {
    "GET /admin/shipping-profiles": {
      id: "listAdminShippingProfiles",
      description: "Lists all shipping profiles.",
    },
    "POST /admin/shipping-profiles": {
      id: "createAdminShippingProfile",
      description: "Creates a shipping profile.",
    },
    "GET /admin/shipping-profiles/{id}": {
      id: "getAdminShippingProfile",
      description: "Returns one shipping profile with its products and options.",
    },
    "POST /admin/shipping-profiles/{id}": {
      id: "updateAdminShippingProfile",
      description: "Changes a shipping profile, or moves products and options to it.",
    },
    "DELETE /admin/shipping-profiles/{id}": {
      id: "deleteAdminShippingProfile",
      description: "Deletes a shipping profile. The shop keeps one default profile and one for gift cards.",
    },
  },
};
