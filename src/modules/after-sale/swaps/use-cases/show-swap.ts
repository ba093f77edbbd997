import {
  areTaxesShown,
  type Cart,
  type CartDeps,
  type CartTaxes,
  knownTaxes,
  noTaxes,
} from "../../../selling/carts/index.ts";
import { noSwapOfCart, unknownSwap } from "../swap.ts";
import { swapCartFacts } from "../swap-cart-graph.ts";
import { adminSwap, confirmedSwap, storeSwap, swapOfCart } from "../swap-schemas.ts";
import { toAdminSwapView, toSwapView } from "../swap-view.ts";

type ReadDeps = Pick<CartDeps, "graph" | "providers">;

/** A tax service is not asked while somebody looks: what it has not said yet is not shown. */
const taxesOf =
  (deps: ReadDeps) =>
  (cart: Cart): CartTaxes =>
    (areTaxesShown(cart) ? knownTaxes(deps, cart) : null) ?? noTaxes;

/** The swap as administrators see it, in one statement. */
export async function showSwap(deps: ReadDeps, id: string) {
  const found = await deps.graph.find(adminSwap, id, { extras: [swapCartFacts] });
  if (!found) throw unknownSwap(id);
  return toAdminSwapView(found, taxesOf(deps));
}

/** The swap that a cart belongs to. Whoever knows the cart knows it: the cart's id is its key. */
export async function showSwapOfCart({ graph }: Pick<CartDeps, "graph">, cartId: string) {
  const found = await graph.find(swapOfCart, cartId, { by: "cart_id" });
  if (!found) throw noSwapOfCart(cartId);
  return toSwapView(found);
}

/** The swap that a customer has just asked for. */
export async function showAskedSwap({ graph }: Pick<CartDeps, "graph">, id: string) {
  const found = await graph.find(storeSwap, id);
  if (!found) throw unknownSwap(id);
  return toSwapView(found);
}

/** The swap that a customer has confirmed. */
export async function showConfirmedSwap({ graph }: Pick<CartDeps, "graph">, id: string) {
  const found = await graph.find(confirmedSwap, id);
  if (!found) throw unknownSwap(id);
  return found;
}
