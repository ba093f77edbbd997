import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";

const lockUsers = compiledSql<{ ids: string[] }, { id: string }>(
  "note-mention-lock-users",
  (p) => sql<{ id: string }>`select id from "user" where id = any(${p.ids}::text[]) and deleted_at is null
    order by id for key share`,
);

const insert = compiledReturningWrite<{ noteId: string; ids: string[] }, { user_id: string }>(
  "note-mention-insert",
  { inserts: ["tradewind.note_mention"] },
  (p) => sql<{ user_id: string }>`insert into tradewind.note_mention (note_id, user_id)
    select ${p.noteId}, id from unnest(${p.ids}::text[]) id order by 2 on conflict do nothing returning user_id`,
);

const removeOthers = compiledReturningWrite<{ noteId: string; ids: string[] }, unknown>(
  "note-mention-prune",
  { deletes: ["tradewind.note_mention"] },
  (p) =>
    sql`delete from tradewind.note_mention where note_id = ${p.noteId} and user_id <> all(${p.ids}::text[])`,
);

/** The first id that is no user, or null. */
export async function unknownUserIn(tx: Tx, ids: string[]): Promise<string | null> {
  const known = new Set((await lockUsers(tx, { ids })).map(({ id }) => id));
  return ids.find((id) => !known.has(id)) ?? null;
}

/** Replaces those of the note. Returns the users who were not mentioned in it before. */
export async function saveMentions(tx: Tx, noteId: string, ids: string[]): Promise<string[]> {
  await removeOthers(tx, { noteId, ids });
  return ids.length === 0 ? [] : (await insert(tx, { noteId, ids })).map(({ user_id }) => user_id).sort();
}
