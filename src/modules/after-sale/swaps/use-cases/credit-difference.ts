import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import { saveSwapSettlement } from "../../../orders/exchange-rows/index.ts";
import { type LockedOrder, type OrderSwap, totalsOfOrder } from "../../../orders/orders/index.ts";
import { insertRefund } from "../../../orders/payment-rows/index.ts";
import { hasPendingOperations, paymentBusy, refundedFor } from "../../../orders/payments/index.ts";
import { issueGiftCards } from "../../../selling/gift-cards/index.ts";
import { swapEvents } from "../events.ts";
import { moneyLeft, refundKeyOf, swapEventData, valueLeft } from "../swap.ts";
import { requireSwapAllows } from "../swap-state.ts";

interface Credit {
  order: LockedOrder;
  swap: OrderSwap;
  /** What the customer gets, greater than 0. */
  amount: number;
}

/**
 * Gives the customer the difference of a swap as a gift card of the order's region. The order is locked. What was paid with money
 * counts as refunded, so that it cannot be paid back a second time.
 */
export async function giveCredit(tx: Tx, { order, swap, amount }: Credit): Promise<void> {
  const { total, gift_card_total, gift_card_tax_total } = totalsOfOrder(order.$facts).whole;
  if (amount > valueLeft(order, { total, byGiftCards: gift_card_total + gift_card_tax_total }))
    throw notAllowed("settlement: a gift card cannot be worth more than what was paid and not paid back");
  const [giftCardId] = await issueGiftCards(tx, {
    orderId: order.id,
    regionId: order.region_id,
    // The difference has the taxes in it: the card pays for goods and taxes alike.
    cards: [{ value: amount, taxRate: 0, metadata: { swap_id: swap.id } }],
  });
  const refunded = Math.min(amount, moneyLeft(order));
  if (refunded > 0)
    await insertRefund(tx, {
      id: newId("ref"),
      orderId: order.id,
      amount: refunded,
      reason: "swap",
      note: "Gift card",
    });
  await swapEvents.announce(tx, "swap.difference_credited", {
    ...swapEventData(swap),
    order_id: order.id,
    gift_card_id: giftCardId!,
    amount,
  });
}

/** The same for a swap that was confirmed before, whose difference is still open. It is settled once. */
export async function creditConfirmedSwap(
  tx: Tx,
  { order, swap }: { order: LockedOrder; swap: OrderSwap },
): Promise<void> {
  requireSwapAllows("process_payment", swap);
  if (swap.payment_status === "difference_refunded") return;
  // A refund of the difference is running, or has paid a part of it.
  if (await hasPendingOperations(tx, order.payments)) throw paymentBusy();
  if ((await refundedFor(tx, refundKeyOf(swap.id))).length > 0)
    throw notAllowed("settlement: a part of the difference was refunded already");
  await giveCredit(tx, { order, swap, amount: -swap.difference_due! });
  await saveSwapSettlement(tx, swap.id, "difference_refunded");
}
