import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { type Cart, isOfDiscount, refuseDeletedRegion } from "../cart.ts";
import { saveDiscounts } from "../cart-links-store.ts";
import { lockOpenCart } from "../cart-store.ts";
import type { CartDeps } from "./deps.ts";
import { hasAdjustments, rebuildAdjustments } from "./rebuild-adjustments.ts";
import { syncPaymentSessions } from "./sync-payment-sessions.ts";

/** A code that is not on the cart changes nothing; what a discount that was deleted took off goes with it. */
export async function removeDiscount(deps: CartDeps, cartId: string, code: string): Promise<void> {
  const cart = await inTransaction(deps.db, async (tx) => {
    const found = await lockOpenCart(deps.graph, tx, cartId);
    refuseDeletedRegion(found);
    const kept = found.discounts.filter((discount) => discount.code !== code);
    if (kept.length === found.discounts.length && !isOfDeleted(found)) return null;
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

/** Adjustments of discounts that the cart does not show any more. */
const isOfDeleted = ({ items, discounts }: Cart): boolean =>
  items.some(({ adjustments }) =>
    adjustments
      .filter(isOfDiscount)
      .some(({ discount_id }) => !discounts.some(({ id }) => id === discount_id)),
  );
