import { type Cart, type CartFacts, type CartTaxes, toCartView } from "../../selling/carts/index.ts";
import type { DraftRow } from "./draft-orders-graph.ts";

type ReadDraft = Pick<DraftRow, "cart" | "order"> & { $cart_facts: CartFacts | null };

/** The cart of a draft as it was read, with what its totals are computed from; null where it has none. */
export function cartOf({ cart, $cart_facts }: ReadDraft): Cart | null {
  // The views of drafts read all of a cart that its totals depend on.
  return cart ? ({ ...cart, $facts: $cart_facts } as Cart) : null;
}

const named = <Related extends object>(object: "order" | "cart", related: Related | null | undefined) =>
  related ? { object, ...related } : related;

/** A draft with the totals of its cart. */
export function toDraftView({ $cart_facts, ...draft }: ReadDraft, cart: Cart | null, taxes: CartTaxes) {
  return {
    ...draft,
    cart: cart && toCartView(cart, taxes),
    ...("order" in draft ? { order: named("order", draft.order) } : {}),
  };
}

/** In lists drafts come without totals. */
export const toListedDraft = <Draft extends { cart?: object | null; order?: object | null }>(
  draft: Draft,
) => ({
  ...draft,
  ...("cart" in draft ? { cart: named("cart", draft.cart) } : {}),
  ...("order" in draft ? { order: named("order", draft.order) } : {}),
});
