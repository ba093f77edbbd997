import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announceAll, type Told } from "../../../events/announce.ts";
import { type Cart, isShipped, refuseDeletedRegion } from "../cart.ts";
import { cartAfter } from "../cart-after-store.ts";
import { lockOpenCart, readCart } from "../cart-store.ts";
import { lastKnown } from "../remembered-cart-store.ts";
import { clearShipping, deleteShippingMethods } from "../shipping-method-store.ts";
import type { CartDeps } from "./deps.ts";
import { releaseGoods } from "./hold-goods.ts";
import { hasAdjustments, rebuildAdjustments } from "./rebuild-adjustments.ts";
import { syncPaymentSessions } from "./sync-payment-sessions.ts";
import { changeLockedCart } from "./update-cart.ts";

interface LineChange<Ahead> {
  cartId: string;
  change: (tx: Tx, cart: Cart, ahead: Ahead | undefined) => Promise<void>;
  /** Whether there is something to do; where there is not, all stays as it is. */
  isNeeded?: (cart: Cart) => boolean;
  /** Begins to read what the change will need, in one message with the cart. What it says of the cart may be old. */
  ahead?: (tx: Tx, lastKnown: Cart) => Ahead | undefined;
  /** Who is logged in: the cart becomes theirs before its lines change. */
  customerId?: string | null;
  /** The variants that are put into the cart. */
  added?: readonly string[];
  /** What becomes of the ways to ship that were chosen: they go, and the lines forget them, unless said otherwise. */
  shipping?: "forgotten" | "taken away" | "kept";
}

/**
 * Changes the lines of a cart. Ways to ship are chosen for certain goods, so they have to be chosen again;
 * discounts are computed anew, and an open payment follows the new total. Returns the cart as it is then, or null where
 * that has to be read.
 */
export async function changeLines<Ahead>(deps: CartDeps, changing: LineChange<Ahead>): Promise<Cart | null> {
  const { cartId, change, ahead, shipping = "forgotten", isNeeded = () => true } = changing;
  const changed = await inTransaction(deps.db, async (tx) => {
    const locking = lockOpenCart(deps.graph, tx, cartId);
    const known = ahead && lastKnown(deps.graph, cartId);
    const begun = known && ahead(tx, known);
    const before = await locking;
    refuseDeletedRegion(before);
    if (!isNeeded(before)) return null;
    const { cart, events } = await ownedCart(deps, tx, { cart: before, customerId: changing.customerId });
    await change(tx, cart, begun);
    // An open payment takes the holds along when it follows; without one nothing does.
    if (!hasSessions(cart)) await releaseGoods(deps, tx, cartId);
    if (shipping === "forgotten" && hasShipping(cart)) await clearShipping(tx, cartId);
    if (shipping === "taken away" && hasShipping(cart)) await deleteShippingMethods(tx, cartId);
    if (cart.discounts.length > 0 || hasAdjustments(cart)) await rebuildAdjustments(deps.graph, tx, cartId);
    await announceAll(tx, [...events, { name: "cart.updated", data: { id: cartId } }]);
    const added = cart === before ? changing.added : undefined;
    return { before, after: cartAfter(deps.graph, tx, { id: cartId, before, added }) };
  });
  if (!changed) return null;
  const { before, after } = changed;
  const cart = await after();
  if (!hasSessions(before)) return cart;
  await syncPaymentSessions(deps, cartId);
  return null;
}

interface Owning {
  cart: Cart;
  customerId: string | null | undefined;
}

/** The cart as it is once it belongs to who is logged in, with their email and the prices of their groups. */
async function ownedCart(
  deps: CartDeps,
  tx: Tx,
  { cart, customerId }: Owning,
): Promise<{ cart: Cart; events: Told[] }> {
  if (!customerId || cart.customer_id === customerId) return { cart, events: [] };
  const { events } = await changeLockedCart(deps, tx, { cart, changes: { customer_id: customerId } });
  return { cart: await readCart(deps.graph, tx, cart.id), events };
}

const hasSessions = ({ payment_sessions }: Cart) => payment_sessions.length > 0;

const hasShipping = ({ shipping_methods, items }: Cart) =>
  shipping_methods.length > 0 || items.some(isShipped);
