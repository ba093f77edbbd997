import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteNoteRow } from "../note-store.ts";

export const deleteNote = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteNoteRow(tx, id);
    await announce(tx, "note.deleted", { id });
  });
