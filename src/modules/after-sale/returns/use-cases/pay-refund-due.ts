import type { Tx } from "../../../../db/database.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import { type LockedOrder, lockOrder, saveOrderState } from "../../../orders/orders/index.ts";
import { type MoneyDeps, refundedFor, withRefund } from "../../../orders/payments/index.ts";
import { refundableNow } from "../arrival.ts";
import { isRefundDue, settleRefundDue } from "../refund-due-store.ts";
import { type LockedReturn, refundExceedsPayment } from "../return.ts";
import { findOrderOfReturn, readReturn } from "../return-store.ts";
import { isWholeRefunded, refundKeyOf, sumOf, waiveUnpaid } from "./receive-return.ts";

interface RefundDueRequest {
  returnId: string;
  /** Null: the refund amount of the return. */
  refund: number | null;
}

interface RefundDue {
  order: LockedOrder;
  returned: LockedReturn;
  /** The amount that the customer gets or no longer owes. */
  amount: number;
  /** The part of it that was captured. */
  refund: number;
}

/**
 * Pays back the value of goods that a user without `payments:write` has received. What was not captured yet is not captured
 * any more. The refund is made once for each return.
 */
export const payRefundDue = (deps: MoneyDeps, request: RefundDueRequest): Promise<void> =>
  withRefund(
    deps,
    async (tx) => {
      const before = sumOf(await refundedFor(tx, refundKeyOf(request.returnId)));
      const { order, refund } = await lockRefundDue(deps, tx, { ...request, before });
      const operationKey = refundKeyOf(request.returnId);
      return refund === 0 ? null : { orderId: order.id, amount: refund, reason: "return", operationKey };
    },
    async (tx, refunds) => {
      const due = await lockRefundDue(deps, tx, { ...request, before: sumOf(refunds) });
      await settleRefundDue(tx, due.returned.id, due.amount);
      if (due.amount > due.refund) await waiveUnpaid(tx, due.order, due.amount - due.refund);
      if (isWholeRefunded(due.order)) await saveOrderState(tx, due.order.id, { payment_status: "refunded" });
    },
  );

async function lockRefundDue(
  { graph }: Pick<MoneyDeps, "graph">,
  tx: Tx,
  { returnId, refund, before }: RefundDueRequest & { before: number },
): Promise<RefundDue> {
  const order = await lockOrder(graph, tx, await findOrderOfReturn(tx, returnId));
  const returned = await readReturn(graph, tx, returnId);
  if (!(await isRefundDue(tx, returnId))) throw notAllowed("No refund of this return is due");
  const amount = refund ?? returned.refund_amount;
  const paid = refundableNow(order) + before;
  if (refund !== null && refund > paid) throw refundExceedsPayment();
  return { order, returned, amount, refund: Math.min(amount, paid) };
}
