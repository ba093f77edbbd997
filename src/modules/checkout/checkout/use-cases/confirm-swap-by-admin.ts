import type { Tx } from "../../../../db/database.ts";
import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { invalid, notAllowed, Refusal } from "../../../../kernel/refusal.ts";
import { processPayment, requireSwapAllows, swapOf } from "../../../after-sale/swaps/index.ts";
import { lockOrder, readOrderWithoutLock } from "../../../orders/orders/index.ts";
import type { MoneyDeps } from "../../../orders/payments/index.ts";
import {
  type Cart,
  type CartDeps,
  type CartTaxes,
  callPaymentProviders,
  preparedSessions,
  totalsOf,
  withTaxedCart,
} from "../../../selling/carts/index.ts";
import { savePaymentSessions } from "../../../selling/payment-sessions/index.ts";
import { holderOf } from "../../../stock/inventory/index.ts";
import { checkoutEvents } from "../events.ts";
import { type Settlement, settledAmount } from "../swap-settlement.ts";
import { refuseUnready, refuseUnsent } from "./completion-steps.ts";
import { confirmLocked } from "./confirm-swap.ts";
import { manualSession } from "./pay-draft-order.ts";

interface SwapToConfirm {
  orderId: string;
  swapId: string;
  settlement: Settlement | null;
  /** The difference that the user saw. Absent: whatever it is. */
  expected: number | undefined;
}

/**
 * Confirms a swap for its customer, once. The customer may pay with the link at the same time: who comes first has confirmed it,
 * and the other finds it confirmed.
 */
export async function confirmSwapByAdmin(
  deps: CartDeps & MoneyDeps,
  { orderId, swapId, settlement, expected }: SwapToConfirm,
): Promise<void> {
  const { cart_id: cartId } = swapOf(await readOrderWithoutLock(deps.graph, deps.db, orderId), swapId);
  if (cartId === null) throw notAllowed("The swap has no cart");
  const closed = await withTaxedCart(deps, cartId, async ({ tx, cart }, taxes) => {
    const order = await lockOrder(deps.graph, tx, orderId);
    const swap = swapOf(order, swapId);
    if (swap.confirmed_at !== null) return null;
    requireSwapAllows("confirm", swap);
    const due = dueOf(cart, taxes, expected);
    const amount = settledAmount(due, settlement);
    const { paid, paidCart, calls } = await withSessionsClosed(tx, cart, { amount, settlement });
    await refuseUnready(deps, { on: tx, cart: paidCart, taxes, total: amount });
    await refuseUnsent(tx, paidCart);
    const confirming = { order, swap, cart: paidCart, taxes, paid, holder: holderOf(deps, cartId) };
    await confirmLocked(deps, tx, confirming);
    if (settlement === "waived") {
      const waived = { id: swapId, order_id: orderId, amount: due };
      await checkoutEvents.announce(tx, "swap.difference_waived", waived);
    }
    return { cart, calls };
  });
  if (closed) await callPaymentProviders(deps, { ...closed, total: 0 });
  // Its result is recorded on the swap. A repetition of the request moves no money twice.
  if (settlement === "paid" || settlement === "refunded") await processPayment(deps, { orderId, swapId });
}

function dueOf(cart: Cart, taxes: CartTaxes, expected: number | undefined): number {
  const due = totalsOf(cart, taxes).whole.total;
  if (due > MAX_AMOUNT) throw invalid("The swap costs more than can be paid");
  if (expected !== undefined && expected !== due)
    throw new Refusal("conflict", `The difference has changed: it is ${due} now`, "amount_changed");
  return due;
}

/** Payments that the customer has begun are closed, so that nothing is paid twice. */
async function withSessionsClosed(
  tx: Tx,
  cart: Cart,
  { amount, settlement }: { amount: number; settlement: Settlement | null },
) {
  const before = cart.payment_sessions;
  const { calls } = preparedSessions({ sessions: before, providerIds: [], total: 0, newId: () => "" });
  const session = settlement === "paid" ? manualSession(amount) : null;
  const after = session ? [session] : [];
  await savePaymentSessions(tx, cart.id, { before, after });
  const paid = {
    amount,
    session: session && { sessionId: session.id, data: session.data, authorizedData: session.data },
  };
  return { paid, paidCart: { ...cart, payment_sessions: after }, calls };
}
