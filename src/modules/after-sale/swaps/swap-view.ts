import { type ById, type Cart, type CartTaxes, totalsOf } from "../../selling/carts/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import type { SwapRow } from "./swaps-graph.ts";

/** What was read of a swap's cart in order to compute its totals. */
export interface SwapCartFacts {
  facts: Cart["$facts"];
  /** The taxes as they were when the cart was completed; null before. */
  kept: { lines: ById<TaxLine[]>; shipping: ById<TaxLine[]> } | null;
}

/** The totals that v1 shows of a swap's cart. */
const shownTotals = [
  "subtotal",
  "tax_total",
  "shipping_total",
  "discount_total",
  "gift_card_total",
  "gift_card_tax_total",
  "total",
] as const;

/** The constant that says what it is. */
const named = <Name extends "order" | "cart", Related extends object>(
  object: Name,
  related: Related | null | undefined,
) => related && { object, ...related };

/** Nothing where it was not read. */
const present = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Partial<Fields>;

export const toSwapView = <Swap extends Pick<SwapRow, "order" | "cart">>(swap: Swap) => ({
  ...swap,
  ...present({ order: named("order", swap.order), cart: named("cart", swap.cart) }),
});

/** The swap with the totals of its cart; without what was read for computing them. */
export function toAdminSwapView(
  read: Pick<SwapRow, "order" | "cart"> & { $cart_facts: SwapCartFacts | null },
  taxesOf: (cart: Cart) => CartTaxes,
) {
  const { $cart_facts: facts, ...swap } = read;
  const shown = toSwapView(swap);
  if (!facts || !shown.cart) return shown;
  // The views of swaps read all of a cart that its totals depend on.
  const cart = { ...shown.cart, $facts: facts.facts } as Cart;
  const kept = facts.kept && { lines: new Map(facts.kept.lines), shipping: new Map(facts.kept.shipping) };
  const { whole } = totalsOf(cart, kept ?? taxesOf(cart));
  const totals = Object.fromEntries(shownTotals.map((name) => [name, whole[name]]));
  return { ...shown, cart: { ...shown.cart, ...totals } };
}
