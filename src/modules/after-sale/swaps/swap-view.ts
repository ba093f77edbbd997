import { type ById, type Cart, type CartTaxes, totalsOf } from "../../selling/carts/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";

type Row = Record<string, unknown>;

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
const named = (row: Row, name: "order" | "cart"): Row => {
  const related = row[name] as Row | null | undefined;
  return related ? { [name]: { object: name, ...related } } : {};
};

export const toSwapView = (swap: Row): Row => ({ ...swap, ...named(swap, "order"), ...named(swap, "cart") });

/** The swap with the totals of its cart; without what was read for computing them. */
export function toAdminSwapView(read: Row, taxesOf: (cart: Cart) => CartTaxes): Row {
  const { $cart_facts, ...swap } = read;
  const shown = toSwapView(swap);
  const facts = $cart_facts as SwapCartFacts | null;
  if (!facts || !shown["cart"]) return shown;
  const cart = { ...(shown["cart"] as Row), $facts: facts.facts } as unknown as Cart;
  const kept = facts.kept && { lines: new Map(facts.kept.lines), shipping: new Map(facts.kept.shipping) };
  const { whole } = totalsOf(cart, kept ?? taxesOf(cart));
  const totals = Object.fromEntries(shownTotals.map((name) => [name, whole[name]]));
  return { ...shown, cart: { ...(shown["cart"] as Row), ...totals } };
}
