// Where v1's answers differ from the common shape. This file imports nothing.

/** v1 shows no region that was deleted. The cart still has its `region_id`. */
export const regionOfCart = <Region extends { deleted_at: string | null }>(region: Region): Region | null =>
  region.deleted_at === null ? region : null;

/** By default, v1 shows the customer only in the answers to a new line, to opened payment sessions and to a completion. */
export const relationsOfCartWithCustomer = ["customer"];

/** v1 answers the renewal of a payment session with these relations, in addition to those of the totals. */
export const relationsOfRefreshedCart = [
  "payment_sessions",
  "region.countries",
  "region.payment_providers",
  "shipping_methods.shipping_option",
];

/** v1 answers opened payment sessions with the same cart under two keys. */
export const preparedCart = <Cart>(cart: Cart) => ({ cart, data: cart });

/** v1 does not have these totals of a cart. A request with `fields` gets them only if it names them. */
export const cartTotalsOutsideV1 = ["raw_discount_total", "refunded_total", "refundable_amount"];

/** v1 shows the order of a gift card, but not its id. */
export const giftCardFieldsLeftOut = ["order_id"];

/** v1 shows the products and options of a profile, except in a list and after its creation. */
export const relationsOfProfile: Record<"listed" | "created" | "shown", string[]> = {
  listed: [],
  created: [],
  shown: ["products.profiles", "shipping_options"],
};

/** v1 names the kind of a deleted row with hyphens, with underscores, or as one word. */
export const deletedObject = {
  discount: "discount",
  condition: "discount-condition",
  giftCard: "gift-card",
  shippingOption: "shipping-option",
  shippingProfile: "shipping_profile",
};
