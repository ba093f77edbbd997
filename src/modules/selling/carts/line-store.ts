import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { Line } from "./line.ts";

const insert = compiledWrite<{ cartId: string; lines: string }>(
  "cart-lines-insert",
  { inserts: ["line_item"] },
  (p) => sql`
    insert into line_item (id, cart_id, variant_id, title, description, thumbnail, unit_price, quantity,
      includes_tax, allow_discounts, is_giftcard, metadata, has_shipping, should_merge, created_at)
    select sent.id, ${p.cartId}, sent.variant_id, sent.title, sent.description, sent.thumbnail, sent.unit_price,
      sent.quantity, sent.includes_tax, sent.allow_discounts, sent.is_giftcard, sent.metadata,
      coalesce(sent.has_shipping, false), coalesce(sent.should_merge, true), clock_timestamp()
    from jsonb_to_recordset(${p.lines}::jsonb) as sent(id varchar, variant_id varchar, title varchar,
      description varchar, thumbnail varchar, unit_price integer, quantity integer, includes_tax boolean,
      allow_discounts boolean, is_giftcard boolean, metadata jsonb, has_shipping boolean, should_merge boolean)`,
);

export async function insertLines(tx: Tx, cartId: string, lines: readonly Line[]): Promise<void> {
  if (lines.length > 0) await insert(tx, { cartId, lines: JSON.stringify(lines) });
}

/** What of a line can change while it is in a cart. */
export interface ChangedLine {
  id: string;
  unit_price: number;
  quantity: number;
  includes_tax: boolean;
  metadata: Metadata;
  /** These stay as they are where they are not given. */
  title?: string;
  should_merge?: boolean;
}

const update = compiledWrite<{ lines: string }>(
  "cart-lines-update",
  { updates: ["line_item"] },
  (p) => sql`
    update line_item set unit_price = sent.unit_price, quantity = sent.quantity, includes_tax = sent.includes_tax,
      metadata = sent.metadata, title = coalesce(sent.title, line_item.title),
      should_merge = coalesce(sent.should_merge, line_item.should_merge), updated_at = now()
    from jsonb_to_recordset(${p.lines}::jsonb) as sent(id varchar, unit_price integer, quantity integer,
      includes_tax boolean, metadata jsonb, title varchar, should_merge boolean)
    where line_item.id = sent.id`,
);

export async function saveLines(tx: Tx, lines: readonly ChangedLine[]): Promise<void> {
  if (lines.length > 0) await update(tx, { lines: JSON.stringify(lines) });
}

const remove = compiled("cart-lines-delete", (db, p: { ids: string[] }) =>
  db.deleteFrom("line_item").where(sql<boolean>`id = any(${p.ids})`),
);

export async function deleteLines(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await remove(tx, { ids: [...ids] });
}

export interface AdjustmentRow {
  id: string;
  item_id: string;
  discount_id: string;
  amount: number;
}

// `data modifying` parts of a statement see the rows as they were before it: what is inserted is not deleted.
const replace = compiledWrite<{ cartId: string; rows: string }>(
  "cart-adjustments-replace",
  { inserts: ["line_item_adjustment"], updates: ["line_item_adjustment"], deletes: ["line_item_adjustment"] },
  (p) => sql`
    with sent as (select * from jsonb_to_recordset(${p.rows}::jsonb)
      as sent(id varchar, item_id varchar, discount_id varchar, amount numeric)),
    gone as (delete from line_item_adjustment old using line_item line
      where line.cart_id = ${p.cartId} and not line.is_return and old.item_id = line.id
        and old.discount_id is not null
        and not exists (select 1 from sent where sent.item_id = old.item_id and sent.discount_id = old.discount_id))
    insert into line_item_adjustment (id, item_id, discount_id, description, amount)
    select sent.id, sent.item_id, sent.discount_id, 'discount', sent.amount from sent
    on conflict (discount_id, item_id) where discount_id is not null do update set amount = excluded.amount`,
);

/** What discounts take off the lines that are bought becomes exactly this. Adjustments of no discount stay, as in v1. */
export async function replaceAdjustments(
  tx: Tx,
  cartId: string,
  rows: readonly AdjustmentRow[],
): Promise<void> {
  await replace(tx, { cartId, rows: JSON.stringify(rows) });
}
