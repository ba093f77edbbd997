import { type Cart, type CartTaxes, toCartView } from "../../selling/carts/index.ts";

type Row = Record<string, unknown>;

/** The cart of a draft as it was read, with what its totals are computed from; null where it has none. */
export function cartOf({ cart, $cart_facts }: Row): Cart | null {
  return cart ? ({ ...cart, $facts: $cart_facts } as Cart) : null;
}

const named = (object: string, row: unknown): unknown => (row ? { object, ...row } : row);

/** A draft with the totals of its cart. */
export function toDraftView({ $cart_facts, ...draft }: Row, cart: Cart | null, taxes: CartTaxes): Row {
  return {
    ...draft,
    cart: cart && toCartView(cart, taxes),
    ...("order" in draft ? { order: named("order", draft["order"]) } : {}),
  };
}

/** In lists drafts come without totals. */
export const toListedDraft = (draft: Row): Row => ({
  ...draft,
  ...("cart" in draft ? { cart: named("cart", draft["cart"]) } : {}),
  ...("order" in draft ? { order: named("order", draft["order"]) } : {}),
});
