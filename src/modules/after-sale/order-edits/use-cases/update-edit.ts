import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { saveNote } from "../order-edit-store.ts";

/** What the merchant notes about an edit may change at any time. */
export const updateEdit = ({ db }: { db: Db }, id: string, internalNote: string | null): Promise<void> =>
  inTransaction(db, async (tx) => {
    await saveNote(tx, id, internalNote);
    await announce(tx, "order-edit.updated", { id });
  });
