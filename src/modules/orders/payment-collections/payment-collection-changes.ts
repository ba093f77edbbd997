import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import type { MoneyDeps } from "../payments/index.ts";
import { paymentCollectionEvents } from "./events.ts";
import type { PaymentCollection } from "./payment-collection.ts";
import { requireCollectionAllows } from "./payment-collection-state.ts";
import {
  insertCollection,
  lockCollection,
  type NewCollection,
  saveCollection,
} from "./payment-collection-store.ts";

/** Creates the payment collection for an edit of a locked order. */
export async function createCollection(tx: Tx, collection: Omit<NewCollection, "id">): Promise<string> {
  const id = newId("paycol");
  const saved = await insertCollection(tx, { id, ...collection });
  await paymentCollectionEvents.announce(tx, "payment-collection.created", { ...saved });
  return id;
}

export interface CollectionChanges {
  description?: string | null;
  metadata?: Metadata;
}

export const updateCollection = (
  { db, graph }: Pick<MoneyDeps, "db" | "graph">,
  id: string,
  { description, metadata }: CollectionChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const collection = await lockCollection(graph, tx, id);
    requireCollectionAllows("update", collection);
    const saved = await saveCollection(tx, {
      ...collection,
      description: description === undefined ? collection.description : description,
      metadata: metadata ? mergedMetadata(collection.metadata, metadata) : collection.metadata,
    });
    await paymentCollectionEvents.announce(tx, "payment-collection.updated", { ...saved });
  });

/** Changes the amount after a change of the edit. Sessions of the old amount must be set again. */
export async function changeAmount(tx: Tx, collection: PaymentCollection, amount: number): Promise<void> {
  if (amount === collection.amount) return;
  const saved = await saveCollection(tx, { ...collection, amount });
  await paymentCollectionEvents.announce(tx, "payment-collection.updated", { ...saved });
}
