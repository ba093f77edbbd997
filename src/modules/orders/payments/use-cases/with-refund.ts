import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { recordedRefunds } from "../operation-outcome-store.ts";
import {
  firstProblem,
  moreThanPaid,
  type NewOperation,
  type Payment,
  type RecordedRefund,
  type RefundPlan,
  splitOverPayments,
} from "../payment-operation.ts";
import { refundedFor } from "../payment-operation-store.ts";
import { refundedOfOrder } from "../payment-store.ts";
import type { MoneyDeps } from "./deps.ts";
import { beginOperations, type OperationPlan, settleOperations } from "./run-payment-operations.ts";

/**
 * Refunds money, once for each operation key. `plan` runs in a transaction: it locks the order, checks everything and
 * returns the refund, or null if there is none. Then the payment services are called, and `apply` runs in a second
 * transaction with the order locked again, which also records the refunds. `apply` makes the whole change, and checks
 * again everything that may have changed since `plan`. If a service refuses, its refusal is thrown and nothing changes.
 *
 * `plan` may run several times and must return the same operation key each time: `earlier` is what it returned before.
 */
export async function withRefund<T>(
  deps: MoneyDeps,
  plan: (tx: Tx, earlier: RefundPlan | null) => Promise<RefundPlan | null>,
  apply: (tx: Tx, refunds: readonly RecordedRefund[]) => Promise<T>,
): Promise<T> {
  const begun = await beginOperations<RefundOperations>(deps, async (tx, earlier) =>
    operationsOf(deps, await plan(tx, earlier?.refund ?? null)),
  );
  const operationKey = begun.plan?.refund.operationKey;
  return settleOperations(deps, begun, async (tx, { outcomes, recorded }) => {
    const problem = firstProblem(outcomes);
    if (problem) throw problem;
    return apply(tx, operationKey ? await recordedRefunds(tx, operationKey, recorded) : []);
  });
}

type RefundOperations = OperationPlan & { refund: RefundPlan };

/** Null if there is nothing to refund. */
const operationsOf = (deps: MoneyDeps, refund: RefundPlan | null): RefundOperations | null =>
  refund && refund.amount > 0
    ? {
        refund,
        orderId: refund.orderId,
        paymentIds: refund.payments,
        operations: (tx, payments) => refundOperations(deps, tx, { plan: refund, payments }),
      }
    : null;

/** The operations for the amount that the key has not refunded yet. */
async function refundOperations(
  { providers }: MoneyDeps,
  tx: Tx,
  { plan, payments }: { plan: RefundPlan; payments: readonly Payment[] },
): Promise<NewOperation[]> {
  const refunded = await refundedFor(tx, plan.operationKey);
  const amount = plan.amount - refunded.reduce((sum, part) => sum + part.amount, 0);
  if (amount <= 0) return [];
  const { orderId: order_id, reason, note = null } = plan;
  providers.rules.decide("refund", () => ({ order_id, amount, reason, note }));
  if (!plan.payments && plan.orderId !== null) {
    const paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
    if (amount > paid - (await refundedOfOrder(tx, plan.orderId))) throw moreThanPaid();
  }
  const used = new Set(refunded.map(({ paymentId }) => paymentId));
  const refund = { ...plan, id: newId("ref") };
  return splitOverPayments(payments, amount, used).map((part) => ({
    kind: "refund",
    operationKey: plan.operationKey,
    refund,
    ...part,
  }));
}
