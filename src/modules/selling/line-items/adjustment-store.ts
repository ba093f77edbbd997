import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";

export interface DiscountAdjustment {
  id: string;
  item_id: string;
  discount_id: string;
  amount: number;
}

// The parts of one statement share a snapshot, so the delete does not see the inserted rows.
const replaceOfCart = compiledWrite<{ cartId: string; rows: string }>(
  "line-adjustments-replace-of-cart",
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

/** Replaces the discount adjustments of the lines that are sold. As in v1, adjustments without a discount stay. */
export async function replaceDiscountAdjustments(
  tx: Tx,
  cartId: string,
  rows: readonly DiscountAdjustment[],
): Promise<void> {
  await replaceOfCart(tx, { cartId, rows: JSON.stringify(rows) });
}

export interface Adjustment {
  amount: number;
  discount_id: string | null;
  description: string;
  metadata?: Metadata | null;
}

const clear = compiledWrite<{ lines: string[] }>(
  "line-adjustments-delete",
  { deletes: ["line_item_adjustment"] },
  (p) => sql`delete from line_item_adjustment where item_id = any(${p.lines})`,
);

const insert = compiledWrite<{ rows: string }>(
  "line-adjustments-insert",
  { inserts: ["line_item_adjustment"] },
  (p) => sql`
    insert into line_item_adjustment (id, item_id, discount_id, description, amount, metadata)
    select * from jsonb_to_recordset(${p.rows}::jsonb) as sent(id varchar, item_id varchar, discount_id varchar,
      description varchar, amount numeric, metadata jsonb)`,
);

/** Replaces the adjustments of these lines. */
export async function replaceAdjustments(
  tx: Tx,
  adjustments: ReadonlyMap<string, readonly Adjustment[]>,
): Promise<void> {
  await clear(tx, { lines: [...adjustments.keys()] });
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
  if (rows.length > 0) await insert(tx, { rows: JSON.stringify(rows) });
}

/** The adjustment of a returned line. Its discount is that of the line that was sold. */
export interface ReturnedAdjustment {
  id: string;
  item_id: string;
  sold_id: string;
  amount: number;
}

const insertReturned = compiledWrite<{ rows: string }>(
  "line-adjustments-insert-returned",
  { inserts: ["line_item_adjustment"] },
  (p) => sql`
    insert into line_item_adjustment (id, item_id, discount_id, description, amount)
    select sent.id, sent.item_id,
      (select first.discount_id from line_item_adjustment first where first.item_id = sent.sold_id
        order by first.id limit 1), 'discount', sent.amount
    from jsonb_to_recordset(${p.rows}::jsonb)
      as sent(id varchar, item_id varchar, sold_id varchar, amount numeric)`,
);

export async function insertReturnedAdjustments(tx: Tx, rows: readonly ReturnedAdjustment[]): Promise<void> {
  if (rows.length > 0) await insertReturned(tx, { rows: JSON.stringify(rows) });
}
