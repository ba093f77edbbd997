import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { saveDiscounts } from "../cart-links-store.ts";
import { lockOpenCart } from "../cart-store.ts";
import type { CartDeps } from "./deps.ts";
import { hasAdjustments, rebuildAdjustments } from "./rebuild-adjustments.ts";
import { syncPaymentSessions } from "./sync-payment-sessions.ts";

/** A code that is not on the cart changes nothing. */
export async function removeDiscount(deps: CartDeps, cartId: string, code: string): Promise<void> {
  const cart = await inTransaction(deps.db, async (tx) => {
    const found = await lockOpenCart(deps.graph, tx, cartId);
    const kept = found.discounts.filter((discount) => discount.code !== code);
    if (kept.length === found.discounts.length) return null;
    await saveDiscounts(
      tx,
      cartId,
      kept.map(({ id }) => id),
    );
    if (hasAdjustments(found)) await rebuildAdjustments(deps.graph, tx, cartId);
    await announce(tx, "cart.updated", { id: cartId });
    return found;
  });
  if (cart && cart.payment_sessions.length > 0) await syncPaymentSessions(deps, cartId);
}
