import { announce } from "../../../../events/announce.ts";
import { type CartResult, changeCart } from "../cache/index.ts";
import { type Cart, isOfDiscount, refuseDeletedRegion } from "../cart.ts";
import { discountsOfCarts } from "../cart-links-store.ts";
import type { CartDeps } from "./deps.ts";
import { hasAdjustments, rebuildAdjustments } from "./rebuild-adjustments.ts";
import { syncPaymentSessions } from "./sync-payment-sessions.ts";

/** A code that is not on the cart changes nothing; the adjustments of a deleted discount go with its code. */
export async function removeDiscount(deps: CartDeps, cartId: string, code: string): Promise<CartResult> {
  const { outcome, result } = await changeCart(deps, cartId, async ({ tx, cart }) => {
    refuseDeletedRegion(cart);
    const kept = cart.discounts.filter((discount) => discount.code !== code);
    if (kept.length === cart.discounts.length && !isOfDeleted(cart)) return { isPaying: false };
    await discountsOfCarts.replace(
      tx,
      cartId,
      kept.map(({ id }) => id),
    );
    if (hasAdjustments(cart)) await rebuildAdjustments(deps.graph, tx, cartId);
    await announce(tx, "cart.updated", { id: cartId });
    return { isPaying: cart.payment_sessions.length > 0 };
  });
  return outcome.isPaying ? syncPaymentSessions(deps, cartId) : result;
}

/** Adjustments of discounts that the cart does not show any more. */
const isOfDeleted = ({ items, discounts }: Cart): boolean =>
  items.some(({ adjustments }) =>
    adjustments
      .filter(isOfDiscount)
      .some(({ discount_id }) => !discounts.some(({ id }) => id === discount_id)),
  );
