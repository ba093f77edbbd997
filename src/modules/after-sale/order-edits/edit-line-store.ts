import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql, compiledWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Line } from "../../selling/carts/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import type { ByLine } from "./edited-lines.ts";
import type { EditAdjustment, ItemChange } from "./order-edit.ts";

const copied = sql.raw(`title, description, thumbnail, is_return, is_giftcard, should_merge, allow_discounts,
  has_shipping, unit_price, variant_id, quantity, fulfilled_quantity, returned_quantity, shipped_quantity, metadata,
  includes_tax, created_at`);

const copy = compiledWrite<{ editId: string; ids: string[]; originals: string[] }>(
  "order-edit-copy-lines",
  { inserts: ["line_item"] },
  (p) => sql`
    insert into line_item (id, order_edit_id, original_item_id, ${copied})
    select copy.id, ${p.editId}, copy.original, ${copied}
    from unnest(${p.ids}::text[], ${p.originals}::text[]) as copy(id, original)
    join line_item on line_item.id = copy.original`,
);

/** Lines of an order as lines of its edit; tells the id of each copy by that of its original. Without their taxes. */
export async function copyLines(
  tx: Tx,
  editId: string,
  originals: readonly string[],
): Promise<Map<string, string>> {
  const copies = new Map(originals.map((original) => [original, newId("item")]));
  await copy(tx, { editId, ids: [...copies.values()], originals: [...copies.keys()] });
  return copies;
}

const insert = compiledWrite<{ editId: string; line: string }>(
  "order-edit-insert-line",
  { inserts: ["line_item"] },
  (p) => sql`
    insert into line_item (id, order_edit_id, variant_id, title, description, thumbnail, unit_price, quantity,
      includes_tax, allow_discounts, is_giftcard, metadata)
    select sent.id, ${p.editId}, sent.variant_id, sent.title, sent.description, sent.thumbnail, sent.unit_price,
      sent.quantity, sent.includes_tax, sent.allow_discounts, sent.is_giftcard, sent.metadata
    from jsonb_to_record(${p.line}::jsonb) as sent(id varchar, variant_id varchar, title varchar,
      description varchar, thumbnail varchar, unit_price integer, quantity integer, includes_tax boolean,
      allow_discounts boolean, is_giftcard boolean, metadata jsonb)`,
);

export const insertLine = (tx: Tx, editId: string, line: Line): Promise<void> =>
  insert(tx, { editId, line: JSON.stringify(line) });

const update = compiledWrite<{ id: string; quantity: number }>(
  "order-edit-line-quantity",
  { updates: ["line_item"] },
  (p) => sql`update line_item set quantity = ${p.quantity}, updated_at = now() where id = ${p.id}`,
);

export const saveQuantity = (tx: Tx, id: string, quantity: number): Promise<void> =>
  update(tx, { id, quantity });

const remove = compiledWrite<{ id: string }>(
  "order-edit-delete-line",
  { deletes: ["line_item"] },
  (p) => sql`delete from line_item where id = ${p.id}`,
);

export const deleteLine = (tx: Tx, id: string): Promise<void> => remove(tx, { id });

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

const clearAdjustments = compiledWrite<{ lines: string[] }>(
  "order-edit-clear-adjustments",
  { deletes: ["line_item_adjustment"] },
  (p) => sql`delete from line_item_adjustment where item_id = any(${p.lines})`,
);

const addAdjustments = compiledWrite<{ rows: string }>(
  "order-edit-insert-adjustments",
  { inserts: ["line_item_adjustment"] },
  (p) => sql`
    insert into line_item_adjustment (id, item_id, discount_id, description, amount, metadata)
    select * from jsonb_to_recordset(${p.rows}::jsonb) as sent(id varchar, item_id varchar, discount_id varchar,
      description varchar, amount numeric, metadata jsonb)`,
);

/** The adjustments of lines become exactly these. */
export async function replaceAdjustments(tx: Tx, adjustments: ByLine<EditAdjustment>): Promise<void> {
  await clearAdjustments(tx, { lines: [...adjustments.keys()] });
  const rows = [...adjustments].flatMap(([item_id, all]) =>
    all.map(({ amount, discount_id, description, metadata = null }) => ({
      metadata,
      id: newId("lia"),
      item_id,
      discount_id,
      description,
      amount,
    })),
  );
  if (rows.length > 0) await addAdjustments(tx, { rows: JSON.stringify(rows) });
}

const clearTaxes = compiledWrite<{ lines: string[] }>(
  "order-edit-clear-taxes",
  { deletes: ["line_item_tax_line"] },
  (p) => sql`delete from line_item_tax_line where item_id = any(${p.lines})`,
);

const addTaxes = compiledWrite<{ rows: string }>(
  "order-edit-insert-taxes",
  { inserts: ["line_item_tax_line"] },
  (p) => sql`
    insert into line_item_tax_line (id, item_id, rate, name, code)
    select * from jsonb_to_recordset(${p.rows}::jsonb)
      as sent(id varchar, item_id varchar, rate real, name varchar, code varchar)`,
);

/** The taxes of lines become exactly these. */
export async function replaceTaxes(tx: Tx, taxes: ByLine<TaxLine>): Promise<void> {
  if (taxes.size === 0) return;
  await clearTaxes(tx, { lines: [...taxes.keys()] });
  const rows = [...taxes].flatMap(([item_id, all]) =>
    all.map(({ rate, name, code }) => ({ id: newId("litl"), item_id, rate, name, code })),
  );
  if (rows.length > 0) await addTaxes(tx, { rows: JSON.stringify(rows) });
}
