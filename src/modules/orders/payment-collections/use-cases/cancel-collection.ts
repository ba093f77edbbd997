import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { cancelCollectionSessions } from "../../../selling/payment-sessions/index.ts";
import { cancelPayments } from "../../payments/index.ts";
import { closedSessions } from "../collection-sessions.ts";
import type { PaymentCollection } from "../payment-collection.ts";
import { statusOf } from "../payment-collection-state.ts";
import { lockCollection, saveCollection } from "../payment-collection-store.ts";
import type { CollectionDeps } from "./deps.ts";
import { runErrands } from "./run-errands.ts";

/** The task that lets go of money after a crash. */
export const LET_GO_TASK = "payment-collection-let-go";

// Longer than a payment service is waited for.
const LATER = 120_000;

const openPayments = ({ payments }: PaymentCollection): string[] =>
  payments
    .filter(({ captured_at, canceled_at }) => captured_at === null && canceled_at === null)
    .map(({ id }) => id);

/**
 * Nothing is to be paid any more with a locked collection. That is noted first, so that nobody relies on its payments;
 * `closeCollection` is to follow when it is committed. One with which nothing was paid stays as it is, as in v1.
 */
export async function cancelCollection(tx: Tx, collection: PaymentCollection): Promise<void> {
  const { id, amount, authorized_amount } = collection;
  await cancelCollectionSessions(tx, id);
  if (!authorized_amount) return;
  const facts = { amount, authorized: authorized_amount, isTried: true, isCanceled: true };
  const saved = await saveCollection(tx, { ...collection, status: statusOf(facts) });
  await announce(tx, "payment-collection.updated", { ...saved });
  if (openPayments(collection).length === 0) return;
  await enqueue(tx, {
    task: LET_GO_TASK,
    payload: { collectionId: id },
    key: `${LET_GO_TASK}-${id}`,
    after: LATER,
  });
}

/** What is open at payment services for a collection that was canceled or deleted is closed, and money let go. */
export async function closeCollection(deps: CollectionDeps, collection: PaymentCollection): Promise<void> {
  await runErrands(deps, collection, closedSessions(collection));
  if (openPayments(collection).length > 0) await letGo(deps, collection.id);
}

/** What a payment service does not let go of stays as it is: money that was only authorized is never taken. */
export async function letGo(deps: CollectionDeps, collectionId: string): Promise<void> {
  try {
    await cancelPayments(
      deps,
      async (tx) => {
        const collection = await lockCollection(deps.graph, tx, collectionId);
        const isOver = collection.status === "canceled";
        return {
          orderId: collection.$payer?.order_id ?? null,
          paymentIds: isOver ? openPayments(collection) : [],
        };
      },
      async () => {},
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
