import type { Tx } from "../../../../db/database.ts";
import { settleGiftCardsOfCanceledOrder } from "../../../selling/gift-cards/index.ts";
import { releaseReservations } from "../../../stock/inventory/index.ts";
import { saveSwapPayment } from "../../exchange-rows/index.ts";
import {
  type LockedOrder,
  lockOrder,
  type OrderSwap,
  paymentStatusAfter,
  requireOrderAllows,
  saveOrderState,
} from "../../orders/index.ts";
import { paymentEvents } from "../events.ts";
import { recordedRefunds } from "../operation-outcome-store.ts";
import {
  type CaptureResult,
  cancellationKey,
  type Outcome,
  type RecordedRefund,
} from "../payment-operation.ts";
import type { MoneyDeps } from "./deps.ts";
import { showRefund } from "./show-payment.ts";

export const resultOf = (outcomes: readonly Outcome[]): CaptureResult => ({
  captured: outcomes.filter(({ result }) => result === "done").map(({ operation }) => operation.paymentId),
  failed: outcomes.flatMap((each) =>
    each.result === "done" ? [] : [{ paymentId: each.operation.paymentId, reason: each.reason }],
  ),
});

/** A later capture does not change these statuses. */
const isSettled = ({ payment_status }: LockedOrder) =>
  ["captured", "partially_refunded", "refunded", "canceled"].includes(payment_status);

/** Updates an order and its swaps after captures of their payments, and announces them. */
export async function applyCaptures(
  { graph }: Pick<MoneyDeps, "graph">,
  tx: Tx,
  { orderId, failed: allFailed }: { orderId: string } & Pick<CaptureResult, "failed">,
): Promise<void> {
  const order = await lockOrder(graph, tx, orderId);
  await applySwapCaptures(tx, order, allFailed);
  const own = withoutSwapPayments(order);
  const failed = allFailed.filter(({ paymentId }) => own.payments.some(({ id }) => id === paymentId));
  const { no_notification } = order;
  await paymentEvents.announceEach(
    tx,
    "order.payment_capture_failed",
    failed.map(({ paymentId, reason }) => ({
      id: orderId,
      payment_id: paymentId,
      error: reason,
      no_notification,
    })),
  );
  const payment_status = paymentStatusAfter.capture(own);
  if (payment_status === "captured") {
    if (isSettled(order)) return;
    await saveOrderState(tx, orderId, { payment_status });
    await paymentEvents.announce(tx, "order.payment_captured", { id: orderId, no_notification });
  } else if (failed.length > 0 || payment_status === "canceled") {
    await saveOrderState(tx, orderId, { payment_status });
  }
}

/** The new payment status of a swap; null if it does not change. */
function newStatusOf({ payment, payment_status }: OrderSwap, failed: CaptureResult["failed"]) {
  if (!payment || payment_status === "captured" || payment_status === "canceled") return null;
  if (payment.captured_at !== null) return "captured" as const;
  const isRefused = failed.some(({ paymentId }) => paymentId === payment.id);
  return isRefused && payment_status !== "requires_action" ? ("requires_action" as const) : null;
}

const events = { captured: "swap.payment_captured", requires_action: "swap.payment_capture_failed" } as const;

/** Updates the swaps of a locked order after captures of their payments. */
export async function applySwapCaptures(
  tx: Tx,
  { swaps }: LockedOrder,
  failed: CaptureResult["failed"],
): Promise<void> {
  for (const swap of swaps) {
    const status = newStatusOf(swap, failed);
    if (status === null) continue;
    await saveSwapPayment(tx, swap.id, status);
    await paymentEvents.announce(tx, events[status], { id: swap.id, no_notification: swap.no_notification });
  }
}

/** The payments of the order itself: payments of swaps do not affect its payment status. */
function withoutSwapPayments({ payments, swaps }: LockedOrder) {
  const ofSwaps = new Set(swaps.flatMap(({ payment }) => payment?.id ?? []));
  return { payments: payments.filter(({ id }) => !ofSwaps.has(id)) };
}

interface OrderRefunds {
  orderId: string;
  refunds: readonly RecordedRefund[];
  noNotification?: boolean | null;
}

/** Updates the payment status of an order after refunds, and announces them. */
export async function applyRefunds(
  { graph }: Pick<MoneyDeps, "graph">,
  tx: Tx,
  { orderId, refunds, noNotification }: OrderRefunds,
): Promise<void> {
  const added = refunds.filter(({ isNew }) => isNew);
  if (added.length === 0) return;
  const order = await lockOrder(graph, tx, orderId);
  const paid = sumOf(order.payments.filter(({ canceled_at }) => canceled_at === null));
  const payment_status = paymentStatusAfter.refund({ paid, refunded: sumOf(order.refunds) });
  await saveOrderState(tx, orderId, { payment_status });
  const no_notification = noNotification ?? order.no_notification;
  await paymentEvents.announceEach(
    tx,
    "order.refund_created",
    added.map(({ id }) => ({ id: orderId, refund_id: id, no_notification })),
  );
}

/** The same for refunds of one payment, which may have no order. */
export async function applyPaymentRefunds(
  deps: Pick<MoneyDeps, "graph">,
  tx: Tx,
  { orderId, refunds }: { orderId: string | null; refunds: readonly RecordedRefund[] },
): Promise<void> {
  if (orderId !== null) await applyRefunds(deps, tx, { orderId, refunds });
  for (const { id, isNew } of refunds) {
    if (isNew)
      await paymentEvents.announce(tx, "payment.payment_refund_created", await showRefund(deps, id, tx));
  }
}

const sumOf = (amounts: readonly { amount: number }[]) =>
  amounts.reduce((sum, { amount }) => sum + amount, 0);

/** Cancels an order, once, after its payments are settled. Releases its stock and its gift cards. */
export async function applyCancellation(
  { graph }: Pick<MoneyDeps, "graph">,
  tx: Tx,
  orderId: string,
): Promise<void> {
  const order = await lockOrder(graph, tx, orderId);
  if (order.status === "canceled") return;
  await requireCancelAllowed(tx, order);
  await settleGiftCardsOfCanceledOrder(tx, orderId);
  await releaseReservations(tx, stockLinesOf(order));
  await saveOrderState(tx, orderId, {
    status: "canceled",
    fulfillment_status: "canceled",
    payment_status: "canceled",
  });
  const { no_notification } = order;
  const refunds = await recordedRefunds(tx, cancellationKey(orderId));
  await paymentEvents.announceEach(
    tx,
    "order.refund_created",
    refunds.map(({ id }) => ({ id: orderId, refund_id: id, no_notification })),
  );
  await paymentEvents.announce(tx, "order.canceled", { id: orderId, no_notification });
}

/** Refunds of the cancellation itself, e.g. of an interrupted attempt, do not prevent it. */
export async function requireCancelAllowed(tx: Tx, order: LockedOrder): Promise<void> {
  const own = new Set((await recordedRefunds(tx, cancellationKey(order.id))).map(({ id }) => id));
  requireOrderAllows("cancel", { ...order, refunds: order.refunds.filter(({ id }) => !own.has(id)) });
}

const stockLinesOf = ({ items }: LockedOrder) =>
  items.flatMap(({ id, variant_id, quantity }) =>
    variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity }],
  );
