import type { Tx } from "../../../../db/database.ts";
import { announce, announceEach } from "../../../../events/announce.ts";
import { lockOrder, paymentStatusAfter, saveOrderState } from "../../orders/index.ts";
import type { BookedRefund } from "../movement.ts";
import type { MoneyDeps } from "./deps.ts";
import { showRefund } from "./show-payment.ts";

interface Refunded {
  orderId: string;
  refunds: readonly BookedRefund[];
  noNotification?: boolean | null;
}

/** What an order is told of refunds that were asked for. */
export async function applyRefunds(
  { graph }: Pick<MoneyDeps, "graph">,
  tx: Tx,
  { orderId, refunds, noNotification }: Refunded,
): Promise<void> {
  const fresh = refunds.filter(({ isNew }) => isNew);
  if (fresh.length === 0) return;
  const order = await lockOrder(graph, tx, orderId);
  const paid = sumOf(order.payments.filter(({ canceled_at }) => canceled_at === null));
  const payment_status = paymentStatusAfter.refund({ paid, refunded: sumOf(order.refunds) });
  await saveOrderState(tx, orderId, { payment_status });
  const no_notification = noNotification ?? order.no_notification;
  await announceEach(
    tx,
    "order.refund_created",
    fresh.map(({ id }) => ({ id: orderId, refund_id: id, no_notification })),
  );
}

/** The same for refunds of one payment, which may belong to no order. */
export async function applyPaymentRefunds(
  deps: Pick<MoneyDeps, "graph">,
  tx: Tx,
  { orderId, refunds }: { orderId: string | null; refunds: readonly BookedRefund[] },
): Promise<void> {
  if (orderId !== null) await applyRefunds(deps, tx, { orderId, refunds });
  for (const { id, isNew } of refunds) {
    if (isNew) await announce(tx, "payment.payment_refund_created", await showRefund(deps, id, tx));
  }
}

const sumOf = (amounts: readonly { amount: number }[]) =>
  amounts.reduce((sum, { amount }) => sum + amount, 0);
