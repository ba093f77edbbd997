import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { refuseSpentGiftCards } from "../../../selling/gift-cards/index.ts";
import { lockOrder } from "../../orders/index.ts";
import {
  cancellationKey,
  firstProblem,
  isOpen,
  type NewOperation,
  type Payment,
  refundableTotal,
  releaseOf,
  splitOverPayments,
} from "../payment-operation.ts";
import { applyCancellation, requireCancelAllowed } from "./apply-results.ts";
import type { MoneyDeps } from "./deps.ts";
import { type OperationPlan, runPaymentOperations } from "./run-payment-operations.ts";

/**
 * Cancels an order: cancels its authorized payments and refunds its captured ones (v1 only marks them as canceled). If a
 * payment service refuses, the order is not canceled.
 */
export const cancelOrder = (deps: MoneyDeps, orderId: string): Promise<void> =>
  runPaymentOperations(deps, {
    plan: (tx) => planCancellation(deps, tx, orderId),
    async apply(tx, { outcomes }) {
      const problem = firstProblem(outcomes);
      if (problem) throw problem;
      await applyCancellation(deps, tx, orderId);
    },
  });

async function planCancellation(
  { graph }: MoneyDeps,
  tx: Tx,
  orderId: string,
): Promise<OperationPlan | null> {
  const order = await lockOrder(graph, tx, orderId);
  if (order.status === "canceled") return null;
  await requireCancelAllowed(tx, order);
  await refuseSpentGiftCards(tx, orderId);
  return { orderId, operations: (_tx, payments) => cancellationsOf(orderId, payments) };
}

/** Cancels authorized payments first: if a service refuses that, nothing has been refunded yet. */
function cancellationsOf(orderId: string, payments: readonly Payment[]): NewOperation[] {
  const operationKey = cancellationKey(orderId);
  const refund = { id: newId("ref"), reason: "other", note: "Order canceled" } as const;
  return [
    ...payments.filter(isOpen).map((payment) => releaseOf(payment, operationKey)),
    ...splitOverPayments(payments, refundableTotal(payments)).map(
      (part): NewOperation => ({ kind: "refund", operationKey, refund, ...part }),
    ),
  ];
}
