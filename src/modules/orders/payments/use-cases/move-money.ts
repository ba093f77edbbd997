import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { lockOrderRow } from "../../orders/index.ts";
import { bookOutcomes } from "../booking-store.ts";
import {
  type Movement,
  type Outcome,
  type Payment,
  problemIn,
  type Step,
  stillUnderWay,
} from "../movement.ts";
import { areClaimed, insertMovements, movementsUnderWay, type UnderWay } from "../movement-store.ts";
import { lockPayments, lockPaymentsOfOrder } from "../payment-store.ts";
import { askServices } from "./ask-services.ts";
import type { MoneyDeps } from "./deps.ts";
import { bookBesides, finishPurpose } from "./finish-purpose.ts";

/** What is to be done with whose money. */
export interface Undertaking {
  orderId: string | null;
  /** The payments it is about; those of the order when absent. */
  paymentIds?: readonly string[];
  /** Called when nobody else is moving the money of these payments. */
  steps(tx: Tx, payments: readonly Payment[]): Promise<readonly Step[]> | readonly Step[];
}

/** What was done, in the transaction in which it is booked. */
export interface Moved {
  outcomes: readonly Outcome[];
  /** The movements that are new in the books. */
  booked: readonly string[];
}

export interface Business<T> {
  /** Locks and checks; null where no money is to be moved. */
  plan(tx: Tx): Promise<Undertaking | null>;
  apply(tx: Tx, moved: Moved): Promise<T>;
}

/**
 * Moves money, once: what is to be done is written down and committed, then the payment services are asked, then the
 * result is booked together with what follows from it. Whoever comes meanwhile waits for the result and plans anew;
 * what a process left behind that has died is finished first, with the same keys.
 */
export async function moveMoney<T>(deps: MoneyDeps, { plan, apply }: Business<T>): Promise<T> {
  const deadline = Date.now() + deps.waits.busyPayment;
  for (;;) {
    const begun = await inSideTransaction(deps.db, (tx) => begin(tx, plan));
    if (begun.kind === "busy") {
      await afterOthers(deps, begun.others, deadline);
      continue;
    }
    const outcomes = await askServices(deps, begun.movements, begun.payments);
    return settle(deps, { orderId: begun.orderId, outcomes, apply });
  }
}

type Begun =
  | { kind: "busy"; others: UnderWay[] }
  | { kind: "ready"; orderId: string | null; movements: Movement[]; payments: Payment[] };

async function begin(tx: Tx, plan: Business<unknown>["plan"]): Promise<Begun> {
  const undertaking = await plan(tx);
  if (!undertaking) return { kind: "ready", orderId: null, movements: [], payments: [] };
  const { orderId, paymentIds } = undertaking;
  if (orderId !== null) await lockOrderRow(tx, orderId);
  const payments = paymentIds ? await lockPayments(tx, paymentIds) : await lockPaymentsOfOrder(tx, orderId!);
  const others = await movementsUnderWay(
    tx,
    payments.map(({ id }) => id),
  );
  if (others.length > 0) return { kind: "busy", others };
  const movements = await insertMovements(tx, orderId, await undertaking.steps(tx, payments));
  return { kind: "ready", orderId, movements, payments };
}

async function afterOthers(deps: MoneyDeps, others: readonly UnderWay[], deadline: number): Promise<void> {
  const claimed = others.filter(({ isClaimed }) => isClaimed).map(({ id }) => id);
  if (claimed.length === 0) {
    const unclear = problemIn(
      (await finishPurpose(deps, others[0]!.purpose)).filter(({ result }) => result === "unclear"),
    );
    if (unclear) throw unclear;
    return;
  }
  for (let wait = 20; await areClaimed(deps.db, claimed); wait = Math.min(wait * 1.5, 400)) {
    if (Date.now() > deadline) throw stillUnderWay();
    await pause(wait);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Settling<T> {
  orderId: string | null;
  outcomes: readonly Outcome[];
  apply: Business<T>["apply"];
}

/** Money that has moved is booked, whatever becomes of the business it was moved for. */
async function settle<T>(deps: MoneyDeps, { orderId, outcomes, apply }: Settling<T>): Promise<T> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (orderId !== null) await lockOrderRow(tx, orderId);
      const booked = await bookOutcomes(tx, outcomes);
      return apply(tx, { outcomes, booked });
    });
  } catch (error) {
    if (outcomes.length > 0) await bookBesides(deps, outcomes);
    throw error;
  }
}
