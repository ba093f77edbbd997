import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { cancelCollectionSessions } from "../../../selling/payment-sessions/index.ts";
import type { PaymentCollection } from "../payment-collection.ts";
import { allowCollection } from "../payment-collection-state.ts";
import { deleteCollectionRow, lockCollection } from "../payment-collection-store.ts";
import { closeCollection } from "./cancel-collection.ts";
import type { CollectionDeps } from "./deps.ts";

/** Order edits are above payment collections: they do their part themselves, in the same transaction. */
export interface EditsWithCollection {
  /** The edit that the collection was made for has none any more. */
  unlinkCollection: (tx: Tx, collectionId: string) => Promise<void>;
}

/** A collection that does not exist counts as deleted. */
export async function deleteCollection(
  deps: CollectionDeps & { edits: EditsWithCollection },
  id: string,
): Promise<void> {
  const gone = await inTransaction(deps.db, async (tx) => {
    const collection = await lockCollection(deps.graph, tx, id);
    allowCollection("delete", collection);
    await deps.edits.unlinkCollection(tx, id);
    await removeCollection(tx, collection);
    return collection;
  }).catch((error) => {
    if (error instanceof Refusal && error.type === "not_found") return null;
    throw error;
  });
  if (gone) await closeCollection(deps, gone);
}

/** Takes away a locked collection with which nothing was paid. Its sessions are still to be closed. */
export async function removeCollection(tx: Tx, { id }: Pick<PaymentCollection, "id">): Promise<void> {
  await cancelCollectionSessions(tx, id);
  await announce(tx, "payment-collection.deleted", { ...(await deleteCollectionRow(tx, id)) });
}
