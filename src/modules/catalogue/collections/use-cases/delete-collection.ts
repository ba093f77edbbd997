import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteCollectionRow } from "../collection-store.ts";

export const deleteCollection = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteCollectionRow(tx, id);
    await announce(tx, "product-collection.deleted", { id });
  });
