import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import { lockOrder, requireOrderAllows } from "../../orders/index.ts";
import { type Payment, type RefundReason, type RequestKey, refundKeyPrefixes } from "../payment-operation.ts";
import { findRefundKey, refundedFor } from "../payment-operation-store.ts";
import { readPayment } from "../payment-store.ts";
import { applyPaymentRefunds, applyRefunds } from "./apply-results.ts";
import type { MoneyDeps } from "./deps.ts";
import { withRefund } from "./with-refund.ts";

interface RefundRequest {
  amount: number;
  reason: RefundReason;
  note?: string | null;
  no_notification?: boolean;
}

/** Refunds an order from its captured payments, oldest first. */
export function refundOrder(
  deps: MoneyDeps,
  orderId: string,
  { amount, reason, note = null, no_notification: noNotification, request }: RefundRequest & RequestKey,
): Promise<void> {
  const prefix = refundKeyPrefixes.ofOrder;
  return withRefund(
    deps,
    async (tx, earlier) => {
      requireOrderAllows("refund", await lockOrder(deps.graph, tx, orderId));
      const search = { orderId, paymentId: null, request, amount, reason, note };
      const operationKey = earlier?.operationKey ?? (await keyOf(tx, { ...search, prefix }));
      return { orderId, amount, reason, note, operationKey, noNotification, request };
    },
    (tx, refunds) => applyRefunds(deps, tx, { orderId, refunds, noNotification }),
  );
}

/** Refunds one payment. Returns the id of the refund. */
export function refundPayment(
  deps: MoneyDeps,
  id: string,
  { amount, reason, note = null, request }: RefundRequest & RequestKey,
): Promise<string> {
  const prefix = refundKeyPrefixes.ofPayment;
  return withRefund(
    deps,
    async (tx, earlier) => {
      const payment = await lockPayment(deps, tx, id);
      const orderId = payment.order_id;
      const search = { orderId, paymentId: id, request, amount, reason, note };
      const operationKey = earlier?.operationKey ?? (await keyOf(tx, { ...search, prefix }));
      if ((await refundedFor(tx, operationKey)).length === 0) refuseTooMuch(payment, amount);
      return { orderId, amount, reason, note, operationKey, request, payments: [id], isOfPayment: true };
    },
    async (tx, refunds) => {
      const { order_id: orderId } = await readPayment(tx, id);
      await applyPaymentRefunds(deps, tx, { orderId, refunds });
      return refunds.at(-1)!.id;
    },
  );
}

/** The key of an earlier attempt of the request, or a new one. */
const keyOf = async (tx: Tx, search: Parameters<typeof findRefundKey>[1]): Promise<string> =>
  (await findRefundKey(tx, search)) ?? `${search.prefix}${newId("ref")}`;

/** Locks the order of the payment, if it has one, before reading the payment. */
async function lockPayment({ graph }: MoneyDeps, tx: Tx, id: string): Promise<Payment> {
  const { order_id } = await readPayment(tx, id);
  if (order_id === null) return readPayment(tx, id);
  requireOrderAllows("refund", await lockOrder(graph, tx, order_id));
  return readPayment(tx, id);
}

function refuseTooMuch({ id, amount, amount_refunded, isCaptured }: Payment, requested: number): void {
  if (!isCaptured) throw notAllowed(`Payment ${id} is not captured`);
  const refundable = amount - amount_refunded;
  if (requested > refundable) throw notAllowed(`Only ${refundable} can be refunded from Payment ${id}`);
}
