import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { noteEvents } from "./events.ts";
import { deleteNoteRow, insertNote, type NewNote, saveNoteValue } from "./note-store.ts";

export const createNote = ({ db }: { db: Db }, input: NewNote, authorId: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    const id = newId("note");
    await insertNote(tx, { id, authorId, ...input });
    await noteEvents.announce(tx, "note.created", { id });
    return id;
  });

/** The author stays the user who created the note. */
export const updateNote = ({ db }: { db: Db }, id: string, { value }: { value: string }): Promise<void> =>
  inTransaction(db, async (tx) => {
    await saveNoteValue(tx, id, value);
    await noteEvents.announce(tx, "note.updated", { id });
  });

export const deleteNote = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteNoteRow(tx, id);
    await noteEvents.announce(tx, "note.deleted", { id });
  });
