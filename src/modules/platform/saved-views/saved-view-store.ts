import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { duplicate } from "../../../kernel/refusal.ts";
import type { SavedView } from "./saved-view.ts";

const lock = compiled("saved-view-lock", (db, p: { id: string }) =>
  db
    .selectFrom("tradewind.saved_view")
    .select(["id", "user_id", "list", "name", "search", "is_shared"])
    .where("id", "=", p.id)
    .forUpdate(),
);

export async function lockView(tx: Tx, id: string): Promise<SavedView | undefined> {
  const [view] = await lock(tx, { id });
  return view as SavedView | undefined;
}

const nameTaken = { unique: () => duplicate("name: another view of this list has this name") };

const insert = compiled("saved-view-insert", (db, p: SavedView & { json: string }) =>
  db.insertInto("tradewind.saved_view").values({
    id: p.id,
    user_id: p.user_id,
    list: p.list,
    name: p.name,
    search: sql`${p.json}::jsonb`,
    is_shared: p.is_shared,
  }),
);

const withJson = (view: SavedView) => ({ ...view, json: JSON.stringify(view.search) });

export async function insertView(tx: Tx, view: SavedView): Promise<void> {
  await refusing(insert(tx, withJson(view)), nameTaken);
}

const update = compiled("saved-view-update", (db, p: SavedView & { json: string }) =>
  db
    .updateTable("tradewind.saved_view")
    .set({ name: p.name, search: sql`${p.json}::jsonb`, is_shared: p.is_shared, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

export async function saveView(tx: Tx, view: SavedView): Promise<void> {
  await refusing(update(tx, withJson(view)), nameTaken);
}

const remove = compiled("saved-view-delete", (db, p: { id: string }) =>
  db.deleteFrom("tradewind.saved_view").where("id", "=", p.id),
);

export async function deleteViewRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}
