import type { Tx } from "../../../../db/database.ts";
import { autocommit, inSideTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { lockOrderRow } from "../../orders/index.ts";
import { paymentEvents } from "../events.ts";
import { recordedRefunds, recordOutcomes } from "../operation-outcome-store.ts";
import {
  cancellationKey,
  firstProblem,
  type OperationResults,
  type Outcome,
  refundKeyPrefixes,
} from "../payment-operation.ts";
import { claimOperations, dueOperationKeys } from "../payment-operation-store.ts";
import { readPayment, readPayments } from "../payment-store.ts";
import {
  applyCancellation,
  applyCaptures,
  applyPaymentRefunds,
  applyRefunds,
  resultOf,
} from "./apply-results.ts";
import { callPaymentServices } from "./call-payment-services.ts";
import type { MoneyDeps } from "./deps.ts";
import { withRefundsOfV1 } from "./refunds-of-v1.ts";
import { showWholePayment } from "./show-payment.ts";

/**
 * Finishes operations that another process left pending: calls the services again with the same idempotency keys, and
 * records the results with their direct consequences. The rest of the interrupted change, e.g. receiving a return, is
 * left to a repeated request, which finds the money refunded.
 */
export async function finishOperations(deps: MoneyDeps, operationKey: string): Promise<Outcome[]> {
  const operations = await claimOperations(autocommit(deps.db), operationKey);
  if (operations.length === 0) return [];
  const payments = await readPayments(
    deps.db,
    operations.map(({ paymentId }) => paymentId),
  );
  const outcomes = await callPaymentServices(deps, operations, payments);
  await recordSeparately(deps, outcomes);
  return outcomes;
}

/** Records results without the change that the operations were made for. */
export async function recordSeparately(deps: MoneyDeps, outcomes: readonly Outcome[]): Promise<void> {
  try {
    await inSideTransaction(deps.db, async (tx) => applyConsequences(deps, tx, await record(tx, outcomes)));
  } catch (error) {
    // The consequences may be refused, e.g. because the order has changed. The money has moved all the same.
    await inSideTransaction(deps.db, (tx) => record(tx, outcomes));
    if (!(error instanceof Refusal)) throw error;
  }
}

async function record(tx: Tx, outcomes: readonly Outcome[]): Promise<OperationResults> {
  const { orderId } = outcomes[0]!.operation;
  if (orderId !== null) await lockOrderRow(tx, orderId);
  const known = await withRefundsOfV1(tx, outcomes);
  return { outcomes: known, recorded: await recordOutcomes(tx, known) };
}

/** The changes that follow from an operation in any case. */
async function applyConsequences(
  deps: MoneyDeps,
  tx: Tx,
  { outcomes, recorded }: OperationResults,
): Promise<void> {
  const { paymentId, operationKey, kind, noNotification, ...begun } = outcomes[0]!.operation;
  // A payment of a payment collection may have been assigned to an order since the operation began.
  const orderId = begun.orderId ?? (await readPayment(tx, paymentId)).order_id;
  const refunds = () => recordedRefunds(tx, operationKey, recorded);
  if (orderId !== null && operationKey === cancellationKey(orderId)) {
    if (!firstProblem(outcomes)) await applyCancellation(deps, tx, orderId);
  } else if (orderId !== null && kind === "capture") {
    const clear = outcomes.filter(({ result }) => result !== "unclear");
    if (clear.length > 0) await applyCaptures(deps, tx, { orderId, ...resultOf(clear) });
  } else if (orderId !== null && operationKey.startsWith(refundKeyPrefixes.ofOrder)) {
    await applyRefunds(deps, tx, { orderId, refunds: await refunds(), noNotification });
  } else if (operationKey.startsWith(refundKeyPrefixes.ofPayment)) {
    await applyPaymentRefunds(deps, tx, { orderId, refunds: await refunds() });
    const [last] = outcomes;
    if (last?.result === "refused") {
      const payment = await showWholePayment(deps, paymentId, tx);
      await paymentEvents.announce(tx, "payment.payment_refund_failed", { ...payment, error: last.reason });
    }
  }
}

const BATCH_SIZE = 50;
// Shorter than the interval of the job: services that do not answer must not block all workers.
const TIME_LIMIT = 45_000;

/** Finishes all operations that are due for another attempt. */
export async function finishDueOperations(deps: MoneyDeps, run: { isStopping(): boolean }): Promise<void> {
  const end = Date.now() + TIME_LIMIT;
  for (const operationKey of await dueOperationKeys(deps.db, BATCH_SIZE)) {
    if (run.isStopping() || Date.now() > end) return;
    await finishOperations(deps, operationKey);
  }
}
