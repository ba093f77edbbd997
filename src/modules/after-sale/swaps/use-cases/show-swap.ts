import {
  areTaxesShown,
  type Cart,
  type CartDeps,
  type CartTaxes,
  knownTaxes,
  noTaxes,
  totalsOf,
} from "../../../selling/carts/index.ts";
import { swapCartTotals, withObject } from "../../v1-shapes.ts";
import { noSwapOfCart, swapNotFound } from "../swap.ts";
import { adminSwap, confirmedSwap, storeSwap, swapList, swapOfCart } from "../swap-schemas.ts";
import { type SwapCartFacts, type SwapRow, swapCartFacts } from "../swaps-graph.ts";

type ReadDeps = Pick<CartDeps, "graph" | "providers">;

/** A read does not call the tax provider: taxes that are not known yet are not shown. */
const taxesOf =
  (deps: ReadDeps) =>
  (cart: Cart): CartTaxes =>
    (areTaxesShown(cart) ? knownTaxes(deps, cart) : null) ?? noTaxes;

export async function listSwaps(
  { graph, config: { maxLimit } }: Pick<CartDeps, "graph"> & { config: { maxLimit: number } },
  query: unknown,
) {
  const { rows, ...paging } = await swapList.read(graph, query, { maxLimit });
  return { swaps: rows, ...paging };
}

/** In one statement. */
export async function showSwap(deps: ReadDeps, id: string) {
  const found = await deps.graph.find(adminSwap, id, { extras: [swapCartFacts] });
  if (!found) throw swapNotFound(id);
  return toAdminSwapView(found, taxesOf(deps));
}

/** The id of the cart is the credential. */
export async function showSwapOfCart({ graph }: Pick<CartDeps, "graph">, cartId: string) {
  const found = await graph.find(swapOfCart, cartId, { by: "cart_id" });
  if (!found) throw noSwapOfCart(cartId);
  return toSwapView(found);
}

/** For the customer who requested the swap. */
export async function showNewSwap({ graph }: Pick<CartDeps, "graph">, id: string) {
  const found = await graph.find(storeSwap, id);
  if (!found) throw swapNotFound(id);
  return toSwapView(found);
}

/** For the customer who confirmed the swap. */
export async function showConfirmedSwap({ graph }: Pick<CartDeps, "graph">, id: string) {
  const found = await graph.find(confirmedSwap, id);
  if (!found) throw swapNotFound(id);
  return found;
}

/** Drops relations that were not read. */
const present = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Partial<Fields>;

const toSwapView = <Swap extends Pick<SwapRow, "order" | "cart">>(swap: Swap) => ({
  ...swap,
  ...present({
    order: swap.order && withObject("order", swap.order),
    cart: swap.cart && withObject("cart", swap.cart),
  }),
});

/** Replaces the facts by the totals of the cart. */
function toAdminSwapView(
  read: Pick<SwapRow, "order" | "cart"> & { $cart_facts: SwapCartFacts | null },
  taxesOf: (cart: Cart) => CartTaxes,
) {
  const { $cart_facts: facts, ...swap } = read;
  const shown = toSwapView(swap);
  if (!facts || !shown.cart) return shown;
  // The views of swaps read all relations that the totals of a cart need.
  const cart = { ...shown.cart, $facts: facts.facts } as Cart;
  const { storedTaxes } = facts;
  const taxes = storedTaxes
    ? { lines: new Map(storedTaxes.lines), shipping: new Map(storedTaxes.shipping) }
    : taxesOf(cart);
  const { whole } = totalsOf(cart, taxes);
  const totals = Object.fromEntries(swapCartTotals.map((name) => [name, whole[name]]));
  return { ...shown, cart: { ...shown.cart, ...totals } };
}
