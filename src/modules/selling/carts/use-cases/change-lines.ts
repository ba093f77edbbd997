import { announceAll, type NewEvent } from "../../../../events/announce.ts";
import { deleteMethodsOfCart } from "../../shipping-methods/index.ts";
import { type CartResult, type CartSession, changeCart } from "../cache/index.ts";
import { type Cart, isShipped, refuseDeletedRegion } from "../cart.ts";
import { clearShipping } from "../cart-shipping-store.ts";
import type { CartDeps } from "./deps.ts";
import { releaseGoods } from "./hold-goods.ts";
import { hasAdjustments, rebuildAdjustments } from "./rebuild-adjustments.ts";
import { syncPaymentSessions } from "./sync-payment-sessions.ts";
import { changeLockedCart } from "./update-cart.ts";

interface LineChange {
  cartId: string;
  change: (session: CartSession) => Promise<void>;
  /** Whether there is something to do; where there is not, all stays as it is. */
  isNeeded?: (cart: Cart) => boolean;
  /** Who is logged in: the cart becomes theirs before its lines change. */
  customerId?: string | null;
  /** What becomes of the shipping methods: cleared with the marks on the lines, removed alone, or kept. */
  shipping?: "cleared" | "removed" | "kept";
}

/**
 * Changes the lines of a cart. Shipping methods are chosen for certain goods, so they have to be chosen again; discounts
 * are computed anew, and an open payment follows the new total.
 */
export async function changeLines(deps: CartDeps, changing: LineChange): Promise<CartResult> {
  const { cartId, change, shipping = "cleared", isNeeded = () => true } = changing;
  const { outcome, result } = await changeCart(deps, cartId, async (session) => {
    const { tx } = session;
    refuseDeletedRegion(session.cart);
    const isPaying = hasSessions(session.cart);
    if (!isNeeded(session.cart)) return { isPaying: false };
    const events = await giveTo(deps, session, changing.customerId);
    const { cart } = session;
    await change(session);
    // An open payment takes the holds along when it follows; without one nothing does.
    if (!hasSessions(cart)) await releaseGoods(deps, tx, cartId);
    if (shipping === "cleared" && hasShipping(cart)) await clearShipping(tx, cartId);
    if (shipping === "removed" && hasShipping(cart)) await deleteMethodsOfCart(tx, cartId);
    if (cart.discounts.length > 0 || hasAdjustments(cart)) await rebuildAdjustments(deps.graph, tx, cartId);
    await announceAll(tx, [...events, { name: "cart.updated", data: { id: cartId } }]);
    return { isPaying };
  });
  return outcome.isPaying ? syncPaymentSessions(deps, cartId) : result;
}

/** The cart becomes that of the customer who is logged in, with their email and the prices of their groups. */
async function giveTo(
  deps: CartDeps,
  session: CartSession,
  customerId: string | null | undefined,
): Promise<NewEvent[]> {
  const { tx, cart } = session;
  if (!customerId || cart.customer_id === customerId) return [];
  const { events } = await changeLockedCart(deps, tx, { cart, changes: { customer_id: customerId } });
  await session.reload();
  return events;
}

const hasSessions = ({ payment_sessions }: Cart) => payment_sessions.length > 0;

const hasShipping = ({ shipping_methods, items }: Cart) =>
  shipping_methods.length > 0 || items.some(isShipped);
