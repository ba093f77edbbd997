import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { lockOrderRow } from "../../orders/index.ts";
import { recordOutcomes } from "../operation-outcome-store.ts";
import {
  firstProblem,
  type NewOperation,
  type OperationResults,
  type Payment,
  type PaymentOperation,
  paymentBusy,
} from "../payment-operation.ts";
import {
  areClaimed,
  insertOperations,
  type PendingOperation,
  pendingOperations,
} from "../payment-operation-store.ts";
import { lockPayments, lockPaymentsOfOrder } from "../payment-store.ts";
import { callPaymentServices } from "./call-payment-services.ts";
import type { MoneyDeps } from "./deps.ts";
import { finishOperations, recordSeparately } from "./finish-operations.ts";
import { withRefundsOfV1 } from "./refunds-of-v1.ts";

export interface OperationPlan {
  orderId: string | null;
  /** Default: all payments of the order. */
  paymentIds?: readonly string[];
  /** Called when no other operation of these payments is pending. */
  operations(
    tx: Tx,
    payments: readonly Payment[],
  ): Promise<readonly NewOperation[]> | readonly NewOperation[];
}

interface OperationSteps<T> {
  /** Locks and checks. Null: no payment service has to be called. */
  plan(tx: Tx): Promise<OperationPlan | null>;
  /** Makes the change in the transaction that records the results. */
  apply(tx: Tx, moved: OperationResults): Promise<T>;
}

/**
 * Runs payment operations once: records and commits them, calls the payment services, then records the results together
 * with the change that follows from them.
 */
export async function runPaymentOperations<T>(
  deps: MoneyDeps,
  { plan, apply }: OperationSteps<T>,
): Promise<T> {
  const begun = await beginOperations(deps, plan);
  return settleOperations(deps, begun, apply);
}

/** Operations that are recorded as pending, and the plan they are from. Without a plan there are none. */
interface BegunOperations<Plan> {
  plan: Plan | null;
  operations: PaymentOperation[];
  payments: Payment[];
}

/**
 * Records and commits the operations of a plan. A concurrent request for the same payments waits for the results and plans
 * again; it gets the plan of its earlier attempt. Operations of a dead process are finished first, with the same
 * idempotency keys.
 */
export async function beginOperations<Plan extends OperationPlan>(
  deps: MoneyDeps,
  plan: (tx: Tx, earlier: Plan | null) => Promise<Plan | null>,
): Promise<BegunOperations<Plan>> {
  const deadline = Date.now() + deps.waits.busyPayment;
  let earlier: Plan | null = null;
  for (;;) {
    const begun = await inSideTransaction(deps.db, async (tx) => begin(tx, await plan(tx, earlier)));
    if (begun.kind === "ready") return begun;
    earlier = begun.plan;
    await waitForOthers(deps, begun.others, deadline);
  }
}

type Begun<Plan> =
  | { kind: "busy"; plan: Plan; others: PendingOperation[] }
  | ({ kind: "ready" } & BegunOperations<Plan>);

async function begin<Plan extends OperationPlan>(tx: Tx, plan: Plan | null): Promise<Begun<Plan>> {
  if (!plan) return { kind: "ready", plan: null, operations: [], payments: [] };
  const { orderId, paymentIds } = plan;
  if (orderId !== null) await lockOrderRow(tx, orderId);
  const payments = paymentIds ? await lockPayments(tx, paymentIds) : await lockPaymentsOfOrder(tx, orderId!);
  const others = await pendingOperations(
    tx,
    payments.map(({ id }) => id),
  );
  if (others.length > 0) return { kind: "busy", plan, others };
  const operations = await insertOperations(tx, orderId, await plan.operations(tx, payments));
  return { kind: "ready", plan, operations, payments };
}

async function waitForOthers(
  deps: MoneyDeps,
  others: readonly PendingOperation[],
  deadline: number,
): Promise<void> {
  const claimed = others.filter(({ isClaimed }) => isClaimed).map(({ id }) => id);
  if (claimed.length === 0) {
    const unclear = firstProblem(
      (await finishOperations(deps, others[0]!.operationKey)).filter(({ result }) => result === "unclear"),
    );
    if (unclear) throw unclear;
    return;
  }
  for (let wait = 20; await areClaimed(deps.db, claimed); wait = Math.min(wait * 1.5, 400)) {
    if (Date.now() > deadline) throw paymentBusy();
    await pause(wait);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls the payment services. Their results are recorded even if `apply` fails. */
export async function settleOperations<T>(
  deps: MoneyDeps,
  { plan, operations, payments }: BegunOperations<OperationPlan>,
  apply: OperationSteps<T>["apply"],
): Promise<T> {
  const outcomes = await callPaymentServices(deps, operations, payments);
  const orderId = plan?.orderId ?? null;
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (orderId !== null) await lockOrderRow(tx, orderId);
      const known = await withRefundsOfV1(tx, outcomes);
      const recorded = await recordOutcomes(tx, known);
      return apply(tx, { outcomes: known, recorded });
    });
  } catch (error) {
    if (outcomes.length > 0) await recordSeparately(deps, outcomes);
    throw error;
  }
}
