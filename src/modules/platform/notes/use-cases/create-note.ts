import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { NewNote } from "../note.ts";
import { insertNote } from "../note-store.ts";

export const createNote = ({ db }: { db: Db }, input: NewNote, authorId: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    const id = newId("note");
    await insertNote(tx, { id, authorId, ...input });
    await announce(tx, "note.created", { id });
    return id;
  });
