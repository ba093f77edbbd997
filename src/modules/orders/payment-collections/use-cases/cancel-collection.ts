import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { cancelCollectionSessions } from "../../../selling/payment-sessions/index.ts";
import type { MoneyDeps } from "../../payments/index.ts";
import { cancelPayments } from "../../payments/index.ts";
import { closingCalls } from "../collection-sessions.ts";
import { paymentCollectionEvents } from "../events.ts";
import type { PaymentCollection } from "../payment-collection.ts";
import { requireCollectionAllows, statusOf } from "../payment-collection-state.ts";
import { deleteCollectionRow, lockCollection, saveCollection } from "../payment-collection-store.ts";
import { callSessionProviders } from "./call-session-providers.ts";

/** The task that cancels the payments of a canceled collection after a crash. */
export const CANCEL_PAYMENTS_TASK = "payment-collection-let-go";

// Longer than the timeout of a call to a payment service.
const RETRY_DELAY = 120_000;

const openPayments = ({ payments }: PaymentCollection): string[] =>
  payments
    .filter(({ captured_at, canceled_at }) => captured_at === null && canceled_at === null)
    .map(({ id }) => id);

/**
 * Cancels a locked collection. `closeCollection` must follow after the commit: the status is saved first, so that no other
 * request relies on the payments. As in v1, a collection without payments keeps its status.
 */
export async function cancelCollection(tx: Tx, collection: PaymentCollection): Promise<void> {
  const { id, amount, authorized_amount } = collection;
  await cancelCollectionSessions(tx, id);
  if (!authorized_amount) return;
  const facts = { amount, authorized: authorized_amount, isTried: true, isCanceled: true };
  const saved = await saveCollection(tx, { ...collection, status: statusOf(facts) });
  await paymentCollectionEvents.announce(tx, "payment-collection.updated", { ...saved });
  if (openPayments(collection).length === 0) return;
  await enqueue(tx, {
    task: CANCEL_PAYMENTS_TASK,
    payload: { collectionId: id },
    key: `${CANCEL_PAYMENTS_TASK}-${id}`,
    after: RETRY_DELAY,
  });
}

/** Closes the sessions of a canceled or deleted collection, and cancels its payments. */
export async function closeCollection(deps: MoneyDeps, collection: PaymentCollection): Promise<void> {
  await callSessionProviders(deps, collection, closingCalls(collection));
  if (openPayments(collection).length > 0) await cancelOpenPayments(deps, collection.id);
}

/** Ignores refusals of payment services: an authorized payment of a canceled collection is never captured. */
export async function cancelOpenPayments(deps: MoneyDeps, collectionId: string): Promise<void> {
  try {
    await cancelPayments(
      deps,
      async (tx) => {
        const collection = await lockCollection(deps.graph, tx, collectionId);
        const isCanceled = collection.status === "canceled";
        return {
          orderId: collection.$payer?.order_id ?? null,
          paymentIds: isCanceled ? openPayments(collection) : [],
        };
      },
      async () => {},
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Order edits depend on payment collections, so they pass this function in. It runs in the same transaction. */
export interface EditsWithCollection {
  /** Removes the collection from its order edit. */
  unlinkCollection: (tx: Tx, collectionId: string) => Promise<void>;
}

/** Has no effect if the collection does not exist. */
export async function deleteCollection(
  deps: MoneyDeps & { edits: EditsWithCollection },
  id: string,
): Promise<void> {
  const deleted = await inTransaction(deps.db, async (tx) => {
    const collection = await lockCollection(deps.graph, tx, id);
    requireCollectionAllows("delete", collection);
    await deps.edits.unlinkCollection(tx, id);
    await removeCollection(tx, collection);
    return collection;
  }).catch((error) => {
    if (error instanceof Refusal && error.type === "not_found") return null;
    throw error;
  });
  if (deleted) await closeCollection(deps, deleted);
}

/** Deletes a locked collection without payments. `closeCollection` must follow after the commit. */
export async function removeCollection(tx: Tx, { id }: Pick<PaymentCollection, "id">): Promise<void> {
  await cancelCollectionSessions(tx, id);
  await paymentCollectionEvents.announce(tx, "payment-collection.deleted", {
    ...(await deleteCollectionRow(tx, id)),
  });
}
