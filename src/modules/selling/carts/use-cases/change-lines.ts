import { announceAll, type NewEvent } from "../../../../events/define-events.ts";
import { deleteMethodsOfCart } from "../../shipping-methods/index.ts";
import { type CartResult, changeCart, type LockedCart } from "../cache/index.ts";
import { type Cart, isShipped, refuseDeletedRegion } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { clearShipping } from "../cart-shipping-store.ts";
import { cartEvents } from "../events.ts";
import { hasAdjustments, rebuildAdjustments } from "./apply-codes.ts";
import { releaseGoods, syncPaymentSessions } from "./payment-sessions.ts";
import { changeLockedCart } from "./update-cart.ts";

interface CartLinesChange {
  cartId: string;
  change: (locked: LockedCart) => Promise<void>;
  /** If it returns false, nothing is changed. */
  isNeeded?: (cart: Cart) => boolean;
  /** The customer who is logged in. The cart of a guest is assigned to them before its lines change. */
  customerId?: string | null;
  /** Remove the shipping methods and the marks on the lines (`cleared`), only the methods (`removed`), or nothing. */
  shipping?: "cleared" | "removed" | "unchanged";
}

/**
 * Changes the lines of a cart. Shipping methods must be chosen again, because they belong to the old lines. Discounts are
 * recalculated, and open payments are updated to the new total.
 */
export async function changeLines(deps: CartDeps, options: CartLinesChange): Promise<CartResult> {
  const { cartId, change, shipping = "cleared", isNeeded = () => true } = options;
  const { outcome, result } = await changeCart(deps, cartId, async (locked) => {
    const { tx } = locked;
    refuseDeletedRegion(locked.cart);
    const isPaying = hasSessions(locked.cart);
    if (!isNeeded(locked.cart)) return { isPaying: false };
    const events = await assignTo(deps, locked, options.customerId);
    const { cart } = locked;
    await change(locked);
    // The update of an open payment renews the stock holds. Without a payment they are released.
    if (!hasSessions(cart)) await releaseGoods(deps, tx, cartId);
    if (shipping === "cleared" && hasShipping(cart)) await clearShipping(tx, cartId);
    if (shipping === "removed" && hasShipping(cart)) await deleteMethodsOfCart(tx, cartId);
    if (cart.discounts.length > 0 || hasAdjustments(cart)) await rebuildAdjustments(deps, tx, cartId);
    await announceAll(tx, [...events, cartEvents.of("cart.updated", { id: cartId })]);
    return { isPaying };
  });
  return outcome.isPaying ? syncPaymentSessions(deps, cartId) : result;
}

/**
 * Assigns the cart of a guest to the customer who is logged in, with their email and the prices of their groups. The cart of
 * another customer stays theirs.
 */
async function assignTo(
  deps: CartDeps,
  locked: LockedCart,
  customerId: string | null | undefined,
): Promise<NewEvent[]> {
  const { tx, cart } = locked;
  if (!customerId || cart.customer_id === customerId || cart.$facts.customer?.has_account) return [];
  const { events } = await changeLockedCart(deps, tx, { cart, changes: { customer_id: customerId } });
  await locked.reload();
  return events;
}

const hasSessions = ({ payment_sessions }: Cart) => payment_sessions.length > 0;

const hasShipping = ({ shipping_methods, items }: Cart) =>
  shipping_methods.length > 0 || items.some(isShipped);
