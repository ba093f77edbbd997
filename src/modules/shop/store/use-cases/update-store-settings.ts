import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type StoreChanges, withChanges } from "../store.ts";
import { lockStore, saveStore } from "../store-store.ts";

/** Returns the id of the store. */
export const updateStoreSettings = ({ db }: { db: Db }, changes: StoreChanges): Promise<string> =>
  inTransaction(db, async (tx) => {
    const store = await lockStore(tx);
    await saveStore(tx, store, withChanges(store, changes));
    await announce(tx, "store.updated", { id: store.id, fields: Object.keys(changes) });
    return store.id;
  });
