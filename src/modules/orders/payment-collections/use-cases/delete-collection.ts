import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { giveUpSessions } from "../collection-session-store.ts";
import type { PaymentCollection } from "../payment-collection.ts";
import { allowCollection } from "../payment-collection-state.ts";
import { deleteCollectionRow, lockCollection } from "../payment-collection-store.ts";
import { closeCollection } from "./cancel-collection.ts";
import type { CollectionDeps } from "./deps.ts";

/** What is not there is as good as gone. */
export async function deleteCollection(deps: CollectionDeps, id: string): Promise<void> {
  const gone = await inTransaction(deps.db, async (tx) => {
    const collection = await lockCollection(deps.graph, tx, id);
    allowCollection("delete", collection);
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
  await giveUpSessions(tx, id);
  await announce(tx, "payment-collection.deleted", { ...(await deleteCollectionRow(tx, id)) });
}
