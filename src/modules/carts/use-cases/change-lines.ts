import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import type { Cart } from "../cart.ts";
import { lockOpenCart } from "../cart-store.ts";
import { clearShipping } from "../shipping-method-store.ts";
import type { CartDeps } from "./deps.ts";
import { releaseGoods } from "./hold-goods.ts";
import { hasAdjustments, rebuildAdjustments } from "./rebuild-adjustments.ts";
import { syncPaymentSessions } from "./sync-payment-sessions.ts";

/**
 * Changes the lines of a cart. Ways to ship are chosen for certain goods, so they have to be chosen again;
 * discounts are computed anew, and an open payment follows the new total.
 */
export async function changeLines(
  deps: CartDeps,
  cartId: string,
  change: (tx: Tx, cart: Cart) => Promise<void>,
): Promise<void> {
  const before = await inTransaction(deps.db, async (tx) => {
    const cart = await lockOpenCart(deps.graph, tx, cartId);
    await change(tx, cart);
    // An open payment takes the holds along when it follows; without one nothing does.
    if (cart.payment_sessions.length === 0) await releaseGoods(deps, tx, cartId);
    if (hasShipping(cart)) await clearShipping(tx, cartId);
    if (hasAdjustments(cart)) await rebuildAdjustments(deps.graph, tx, cartId);
    await announce(tx, "cart.updated", { id: cartId });
    return cart;
  });
  if (before.payment_sessions.length > 0) await syncPaymentSessions(deps, cartId);
}

const hasShipping = ({ shipping_methods, items }: Cart) =>
  shipping_methods.length > 0 || items.some(({ has_shipping }) => has_shipping);
