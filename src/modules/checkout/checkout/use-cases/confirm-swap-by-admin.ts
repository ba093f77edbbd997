import type { Tx } from "../../../../db/database.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { invalid, notAllowed, Refusal } from "../../../../kernel/refusal.ts";
import {
  creditConfirmedSwap,
  giveCredit,
  processPayment,
  requireSwapAllows,
  swapOf,
} from "../../../after-sale/swaps/index.ts";
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
import { takeFromGiftCard } from "../../../selling/gift-cards/index.ts";
import { savePaymentSessions } from "../../../selling/payment-sessions/index.ts";
import { holderOf } from "../../../stock/inventory/index.ts";
import { checkoutEvents } from "../events.ts";
import { isPaid, refuseOtherCode, type Settlement, settledAmount } from "../swap-settlement.ts";
import { refuseUnready, refuseUnsent } from "./completion-steps.ts";
import { confirmLocked } from "./confirm-swap.ts";
import { manualSession } from "./pay-draft-order.ts";

interface SwapToConfirm {
  orderId: string;
  swapId: string;
  settlement: Settlement | null;
  /** The code of the gift card that pays the difference. */
  giftCard: string | null;
  /** The difference that the user saw. Absent: whatever it is. */
  expected: number | undefined;
}

/**
 * Confirms a swap for its customer, once. The customer may pay with the link at the same time: who comes first has confirmed it,
 * and the other finds it confirmed.
 */
export async function confirmSwapByAdmin(
  deps: CartDeps & MoneyDeps,
  { orderId, swapId, settlement, giftCard, expected }: SwapToConfirm,
): Promise<void> {
  refuseOtherCode(settlement, giftCard);
  const { cart_id: cartId } = swapOf(await readOrderWithoutLock(deps.graph, deps.db, orderId), swapId);
  if (cartId === null) throw notAllowed("The swap has no cart");
  const closed = await withTaxedCart(deps, cartId, async ({ tx, cart }, taxes) => {
    const order = await lockOrder(deps.graph, tx, orderId);
    const swap = swapOf(order, swapId);
    if (swap.confirmed_at !== null) {
      if (settlement === "credited") {
        settledAmount(swap.difference_due!, settlement);
        await creditConfirmedSwap(tx, { order, swap });
      }
      return null;
    }
    requireSwapAllows("confirm", swap);
    const due = dueOf(cart, taxes, expected);
    const amount = settledAmount(due, settlement);
    const giftCardId =
      giftCard === null
        ? null
        : await takeFromGiftCard(tx, { code: giftCard, regionId: cart.region_id, amount });
    const closing = {
      amount: isPaid(settlement) ? amount : 0,
      data: giftCardId ? { gift_card_id: giftCardId } : {},
    };
    const { session, paidCart, calls } = await withSessionsClosed(tx, cart, closing);
    await refuseUnready(deps, { on: tx, cart: paidCart, taxes, total: amount });
    await refuseUnsent(tx, paidCart);
    const isSettled = settlement === "credited";
    const paid = { amount, session };
    const holder = holderOf(deps, cartId);
    await confirmLocked(deps, tx, { order, swap, cart: paidCart, taxes, paid, holder, isSettled });
    if (isSettled) await giveCredit(tx, { order, swap, amount: -due });
    await announceDecision(tx, { orderId, swapId, settlement, due, giftCardId });
    return { cart, calls };
  });
  if (closed) await callPaymentProviders(deps, { ...closed, total: 0 });
  // Its result is recorded on the swap. A repetition of the request moves no money twice.
  if (isPaid(settlement) || settlement === "refunded") await processPayment(deps, { orderId, swapId });
}

interface Decision extends Pick<SwapToConfirm, "orderId" | "swapId" | "settlement"> {
  due: number;
  giftCardId: string | null;
}

async function announceDecision(tx: Tx, { orderId, swapId, settlement, due, giftCardId }: Decision) {
  const decided = { id: swapId, order_id: orderId, amount: due };
  if (settlement === "waived") await checkoutEvents.announce(tx, "swap.difference_waived", decided);
  if (giftCardId !== null)
    await checkoutEvents.announce(tx, "swap.gift_card_used", { ...decided, gift_card_id: giftCardId });
}

function dueOf(cart: Cart, taxes: CartTaxes, expected: number | undefined): number {
  const due = totalsOf(cart, taxes).whole.total;
  if (due > MAX_AMOUNT) throw invalid("The swap costs more than can be paid");
  if (expected !== undefined && expected !== due)
    throw new Refusal("conflict", `The difference has changed: it is ${due} now`, "amount_changed");
  return due;
}

/** Payments that the customer has begun are closed, so that nothing is paid twice. An amount makes one that is paid already. */
async function withSessionsClosed(tx: Tx, cart: Cart, { amount, data }: { amount: number; data: Metadata }) {
  const before = cart.payment_sessions;
  const { calls } = preparedSessions({ sessions: before, providerIds: [], total: 0, newId: () => "" });
  const session = amount > 0 ? manualSession(amount, data) : null;
  const after = session ? [session] : [];
  await savePaymentSessions(tx, cart.id, { before, after });
  return {
    session: session && { sessionId: session.id, data, authorizedData: data },
    paidCart: { ...cart, payment_sessions: after },
    calls,
  };
}
