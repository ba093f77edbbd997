import type { View } from "../../../../graph/selection.ts";
import type { Cart } from "../cart.ts";
import type { CartAnswer } from "../cart-view.ts";

/** How carts were shown, by view. A cart that was read does not change: the entry goes when the cart does. */
const shown = new WeakMap<Cart, Map<View, CartAnswer>>();

export const cachedView = (cart: Cart, view: View): CartAnswer | undefined => shown.get(cart)?.get(view);

export function cacheView(cart: Cart, view: View, row: CartAnswer): void {
  if (!Object.isFrozen(cart)) return;
  shown.set(cart, (shown.get(cart) ?? new Map()).set(view, Object.freeze(row)));
}
