import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type CollectionChanges, withChanges } from "../collection.ts";
import { lockCollection, saveCollection } from "../collection-store.ts";

export const updateCollection = ({ db }: { db: Db }, id: string, changes: CollectionChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const collection = await lockCollection(tx, id);
    await saveCollection(tx, withChanges(collection, changes));
    await announce(tx, "product-collection.updated", { id });
  });
