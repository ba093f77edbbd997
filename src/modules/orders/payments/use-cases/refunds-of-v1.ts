import { mayV1Run } from "../../../../db/adoption.ts";
import type { Tx } from "../../../../db/database.ts";
import { type Outcome, type PaymentOperation, refundableTotal } from "../payment-operation.ts";
import { isOperationPending } from "../payment-operation-store.ts";
import { lockPayments, lockPaymentsOfOrder, refundedOfOrder } from "../payment-store.ts";

/**
 * While v1 runs on the same database, it may have recorded a refund between our two transactions. A payment service then
 * refuses the second refund. Where there is no service, the refund that was recorded first counts, and ours is refused.
 */
export async function withRefundsOfV1(tx: Tx, outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
  const local = outcomes.flatMap((each) =>
    each.operation.kind === "refund" && each.result === "done" && each.isLocal ? [each.operation] : [],
  );
  if (local.length === 0 || !(await mayV1Run(tx))) return outcomes;
  const left = await refundableNow(tx, local);
  if (local.reduce((sum, { amount }) => sum + amount, 0) <= left) return outcomes;
  // Another process may have recorded them.
  if (!(await isOperationPending(tx, local[0]!.operationKey))) return outcomes;
  return outcomes.map((each) =>
    local.includes(each.operation)
      ? { operation: each.operation, result: "refused", reason: "It was refunded at the same time by v1" }
      : each,
  );
}

/** What can be refunded of the payments of these operations, which are locked for it. */
async function refundableNow(tx: Tx, operations: readonly PaymentOperation[]): Promise<number> {
  const { orderId } = operations[0]!;
  if (orderId === null) {
    return refundableTotal(await lockPayments(tx, [...new Set(operations.map((each) => each.paymentId))]));
  }
  const payments = await lockPaymentsOfOrder(tx, orderId);
  const captured = payments.filter(({ isCaptured }) => isCaptured);
  const paid = captured.reduce((sum, { amount }) => sum + amount, 0);
  return Math.min(refundableTotal(payments), paid - Number(await refundedOfOrder(tx, orderId)));
}
