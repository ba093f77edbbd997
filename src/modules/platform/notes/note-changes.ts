import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { noteEvents } from "./events.ts";
import { saveMentions, unknownUserIn } from "./mention-store.ts";
import { deleteNoteRow, insertNote, type NewNote, type SavedNote, saveNoteValue } from "./note-store.ts";

interface Mentions {
  /** Ids of users. */
  mentions?: readonly string[];
}

export const createNote = (
  { db }: { db: Db },
  { mentions, ...input }: NewNote & Mentions,
  authorId: string,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const id = newId("note");
    await insertNote(tx, { id, authorId, ...input });
    await noteEvents.announce(tx, "note.created", { id });
    if (mentions) await mention(tx, { id, ...input }, { mentions, authorId });
    return id;
  });

interface NoteChange extends Mentions {
  value: string;
  /** The user who changes it. The author stays the user who created the note. */
  userId: string;
}

export const updateNote = (
  { db }: { db: Db },
  id: string,
  { value, mentions, userId }: NoteChange,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const note = await saveNoteValue(tx, id, value);
    await noteEvents.announce(tx, "note.updated", { id });
    if (mentions) await mention(tx, note, { mentions, authorId: userId });
  });

/** A user who was mentioned in the note before is not notified again, and an author not of the own note. */
async function mention(
  tx: Tx,
  { id, resource_id, resource_type }: SavedNote,
  { mentions, authorId }: { mentions: readonly string[]; authorId: string },
): Promise<void> {
  const ids = [...new Set(mentions)].sort();
  const unknown = await unknownUserIn(tx, ids);
  if (unknown !== null) throw invalid(`mentions: there is no user ${unknown}`);
  const added = (await saveMentions(tx, id, ids)).filter((user) => user !== authorId);
  const about = { id, author_id: authorId, resource_id, resource_type };
  if (added.length > 0)
    await noteEvents.announceEach(
      tx,
      "note.mentioned",
      added.map((user_id) => ({ ...about, user_id })),
    );
}

export const deleteNote = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteNoteRow(tx, id);
    await noteEvents.announce(tx, "note.deleted", { id });
  });
