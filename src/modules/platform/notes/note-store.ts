import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { noteNotFoundMessage } from "../v1-shapes.ts";

export interface NewNote {
  value: string;
  resource_type: string;
  resource_id: string;
}

/** A stored note, and what it is about. */
export type SavedNote = Pick<NewNote, "resource_id" | "resource_type"> & { id: string };

const noteNotFound = (id: string) => new Refusal("not_found", noteNotFoundMessage(id));

const insert = compiled("note-insert", (db, p: NewNote & { id: string; authorId: string }) =>
  db.insertInto("note").values({
    id: p.id,
    value: p.value,
    resource_type: p.resource_type,
    resource_id: p.resource_id,
    author_id: p.authorId,
    metadata: sql`'{}'::jsonb`,
  }),
);

const update = compiled("note-update", (db, p: { id: string; value: string }) =>
  db
    .updateTable("note")
    .set({ value: p.value, updated_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning(["id", "resource_id", "resource_type"]),
);

const remove = compiled("note-delete", (db, p: { id: string }) =>
  db
    .updateTable("note")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

export async function insertNote(tx: Tx, note: NewNote & { id: string; authorId: string }): Promise<void> {
  await insert(tx, note);
}

export async function saveNoteValue(tx: Tx, id: string, value: string): Promise<SavedNote> {
  const [updated] = await update(tx, { id, value });
  if (!updated) throw noteNotFound(id);
  return updated;
}

export async function deleteNoteRow(tx: Tx, id: string): Promise<void> {
  const [deleted] = await remove(tx, { id });
  if (!deleted) throw noteNotFound(id);
}
