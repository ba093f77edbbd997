import { withStableShape } from "../../../kernel/with-stable-shape.ts";
import { withProfile } from "../../catalogue/products/index.ts";
import { type Availability, withQuantity } from "../../stock/inventory/index.ts";
import { regionOfCart } from "../v1-shapes.ts";
import type { Cart, CartCustomer, LineVariant } from "./cart.ts";
import type { StockOfLines } from "./cart-facts-graph.ts";
import { type CartTaxes, shippingPriceIn, totalsOf } from "./cart-totals.ts";

type ShownCustomer = CartCustomer &
  Partial<Record<"groups" | "billing_address" | "shipping_addresses" | "orders", unknown>>;

export interface CartAnswer extends Record<string, unknown> {
  customer?: ShownCustomer | null;
}

/** Adds `profile_id` to the product of a line, as v1 does. */
const withProductProfile = (variant: LineVariant | null): LineVariant | null =>
  variant?.product ? { ...variant, product: withProfile(variant.product) } : variant;

/** In a shop with stock locations, shows the quantity that is available in the cart's channel. */
const withStock = (variant: LineVariant | null, stock: Availability | null | undefined) =>
  variant && withQuantity(variant, stock);

export type CartToShow = Cart & { $stock?: StockOfLines | null };

/** Adds taxes and totals, and removes the data that they were computed from. */
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
    region: regionOfCart(cart.region),
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

const PRIVATE_FIELDS = ["first_name", "last_name", "phone", "billing_address_id", "metadata"];

/** Other callers with the id of a cart see only the id of its customer, and the email of the cart. */
export function withoutPrivateData(cart: CartAnswer, { email }: Pick<Cart["$facts"], "email">): CartAnswer {
  const { customer } = cart;
  if (!customer) return cart;
  const { groups, billing_address, shipping_addresses, orders, ...known } = customer;
  const hidden = PRIVATE_FIELDS.filter((name) => name in known).map((name) => [name, null]);
  const own = "email" in known ? { email } : {};
  return { ...cart, customer: { ...known, ...Object.fromEntries(hidden), ...own } };
}
