import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { ItemChange } from "./order-edit.ts";

const place = compiledSql<{ id: string }, { editId: string | null }>(
  "order-edit-of-line",
  (p) => sql<{ editId: string | null }>`select order_edit_id as "editId" from line_item where id = ${p.id}`,
);

/** Whether there is such a line at all, in whatever edit, cart or order. */
export async function isKnownLine(tx: Tx, id: string): Promise<boolean> {
  return (await place(tx, { id })).length > 0;
}

const addChange = compiledWrite<ItemChange & { editId: string }>(
  "order-item-change-insert",
  { inserts: ["order_item_change"] },
  (p) => sql`insert into order_item_change (id, order_edit_id, type, original_line_item_id, line_item_id)
    values (${p.id}, ${p.editId}, ${p.type}, ${p.original_line_item_id}, ${p.line_item_id})`,
);

export const insertChange = (tx: Tx, editId: string, change: ItemChange): Promise<void> =>
  addChange(tx, { editId, ...change });

const removeChange = compiledWrite<{ id: string }>(
  "order-item-change-delete",
  { deletes: ["order_item_change"] },
  (p) => sql`delete from order_item_change where id = ${p.id}`,
);

export const deleteChange = (tx: Tx, id: string): Promise<void> => removeChange(tx, { id });

const changeOwner = compiledSql<{ id: string }, { id: string }>(
  "order-item-change-find",
  (p) => sql<{ id: string }>`select id from order_item_change where id = ${p.id} and deleted_at is null`,
);

export async function isKnownChange(tx: Tx, id: string): Promise<boolean> {
  return (await changeOwner(tx, { id })).length > 0;
}
