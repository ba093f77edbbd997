import type { Tx } from "../../../../db/database.ts";
import { announce, announceEach } from "../../../../events/announce.ts";
import { lockOrder, type OrderInWork, paymentStatusAfter, saveOrderState } from "../../orders/index.ts";
import type { CaptureResult, Outcome } from "../movement.ts";
import { applySwapCaptures, withoutSwapPayments } from "./apply-swap-captures.ts";
import type { MoneyDeps } from "./deps.ts";

/** Captures that came to an end, as their callers see them. */
export const resultOf = (outcomes: readonly Outcome[]): CaptureResult => ({
  captured: outcomes.filter(({ result }) => result === "done").map(({ movement }) => movement.paymentId),
  failed: outcomes.flatMap((each) =>
    each.result === "done" ? [] : [{ paymentId: each.movement.paymentId, reason: each.reason }],
  ),
});

/** What is paid stays paid: money that was given back later says more. */
const isSettled = ({ payment_status }: OrderInWork) =>
  ["captured", "partially_refunded", "refunded", "canceled"].includes(payment_status);

/** What an order and its swaps are told of the captures of their payments. */
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
  await announceEach(
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
    await announce(tx, "order.payment_captured", { id: orderId, no_notification });
  } else if (failed.length > 0 || payment_status === "canceled") {
    await saveOrderState(tx, orderId, { payment_status });
  }
}
