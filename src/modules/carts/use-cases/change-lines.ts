import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import type { LinedCart } from "../cart.ts";
import { lockLines } from "../cart-store.ts";
import { clearShipping, deleteShippingMethods } from "../shipping-method-store.ts";
import type { CartDeps } from "./deps.ts";
import { releaseGoods } from "./hold-goods.ts";
import { rebuildAdjustments } from "./rebuild-adjustments.ts";
import { syncPaymentSessions } from "./sync-payment-sessions.ts";

interface LineChange {
  cartId: string;
  change: (tx: Tx, cart: LinedCart) => Promise<void>;
  /** What becomes of the ways to ship that were chosen: they go, and the lines forget them, unless said otherwise. */
  shipping?: "forgotten" | "taken away" | "kept";
}

/**
 * Changes the lines of a cart. Ways to ship are chosen for certain goods, so they have to be chosen again;
 * discounts are computed anew, and an open payment follows the new total.
 */
export const changeLines = (deps: CartDeps, cartId: string, change: LineChange["change"]): Promise<void> =>
  changeLinesOf(deps, { cartId, change });

/** The same where an administrator has a say in what becomes of the shipping. */
export async function changeLinesOf(deps: CartDeps, changing: LineChange): Promise<void> {
  const { cartId, change, shipping = "forgotten" } = changing;
  const before = await inTransaction(deps.db, async (tx) => {
    const cart = await lockLines(deps.graph, tx, cartId);
    await change(tx, cart);
    // An open payment takes the holds along when it follows; without one nothing does.
    if (!cart.$facts.has_sessions) await releaseGoods(deps, tx, cartId);
    if (shipping === "forgotten" && hasShipping(cart)) await clearShipping(tx, cartId);
    if (shipping === "taken away") await deleteShippingMethods(tx, cartId);
    if (cart.$facts.has_discounts) await rebuildAdjustments(deps.graph, tx, cartId);
    await announce(tx, "cart.updated", { id: cartId });
    return cart;
  });
  if (before.$facts.has_sessions) await syncPaymentSessions(deps, cartId);
}

const hasShipping = ({ $facts, items }: LinedCart) =>
  $facts.has_methods || items.some(({ has_shipping }) => has_shipping);
