import { withStableShape } from "../../../kernel/with-stable-shape.ts";
import { withProfile } from "../../catalogue/products/index.ts";
import { type Availability, withQuantity } from "../../stock/inventory/index.ts";
import type { Cart, CartCustomer, LineVariant } from "./cart.ts";
import type { StockOfLines } from "./cart-facts-graph.ts";
import { type CartTaxes, shippingPriceIn, totalsOf } from "./cart-totals.ts";

/** What a request may have asked for of the customer. */
type ShownCustomer = CartCustomer &
  Partial<Record<"groups" | "billing_address" | "shipping_addresses" | "orders", unknown>>;

export interface CartAnswer extends Record<string, unknown> {
  customer?: ShownCustomer | null;
}

/** A line's product says where it is shipped from, in the words of v1. */
const withProductProfile = (variant: LineVariant | null): LineVariant | null =>
  variant?.product ? { ...variant, product: withProfile(variant.product) } : variant;

/** Where stock is kept by location, a variant has what can be sold of it in the cart's channel. */
const withStock = (variant: LineVariant | null, stock: Availability | null | undefined) =>
  variant && withQuantity(variant, stock);

export type CartToShow = Cart & { $stock?: StockOfLines | null };

/** The cart as customers see it: with its taxes and totals, without what was read for computing them. */
export function toCartView(
  cart: CartToShow,
  taxes: CartTaxes,
  { isCustomerShown } = { isCustomerShown: true },
): CartAnswer {
  const { lines, shipping, whole } = totalsOf(cart, taxes);
  const { $facts, $stock, customer, ...shown } = cart;
  const stock = new Map($stock);
  const selected = cart.payment_sessions?.find((session) => session.is_selected);
  return {
    object: "cart",
    ...shown,
    // As in v1; the cart still has its `region_id`.
    region: cart.region.deleted_at === null ? cart.region : null,
    ...(isCustomerShown && customer !== undefined ? { customer } : {}),
    items: cart.items.map((line, index) =>
      withStableShape(line, {
        variant: withStock(withProductProfile(line.variant), stock.get(line.id)),
        tax_lines: (taxes.lines.get(line.id) ?? []).map((rate) => ({ item_id: line.id, ...rate })),
        ...lines[index],
      }),
    ),
    shipping_methods: cart.shipping_methods.map((method, index) =>
      withStableShape(method, {
        price: shippingPriceIn(cart, method),
        tax_lines: (taxes.shipping.get(method.id) ?? []).map((rate) => ({
          shipping_method_id: method.id,
          ...rate,
        })),
        ...shipping[index],
      }),
    ),
    ...(selected ? { payment_session: selected } : {}),
    ...whole,
  };
}

/** What a cart itself does not say of its customer. */
const PRIVATE = ["first_name", "last_name", "phone", "billing_address_id", "metadata"];

/** Strangers with the key to a cart see of its customer what the cart itself has: who it is, and the email it was given. */
export function withoutPrivateData(cart: CartAnswer, { email }: Pick<Cart["$facts"], "email">): CartAnswer {
  const { customer } = cart;
  if (!customer) return cart;
  const { groups, billing_address, shipping_addresses, orders, ...known } = customer;
  const hidden = PRIVATE.filter((name) => name in known).map((name) => [name, null]);
  const own = "email" in known ? { email } : {};
  return { ...cart, customer: { ...known, ...Object.fromEntries(hidden), ...own } };
}
