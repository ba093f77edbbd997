import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { saveNoteValue } from "../note-store.ts";

/** The author stays who wrote it first. */
export const updateNote = ({ db }: { db: Db }, id: string, { value }: { value: string }): Promise<void> =>
  inTransaction(db, async (tx) => {
    await saveNoteValue(tx, id, value);
    await announce(tx, "note.updated", { id });
  });
