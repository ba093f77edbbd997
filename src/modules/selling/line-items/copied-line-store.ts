import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { linesInserted } from "./new-line-store.ts";

const nothing = sql`null`;

const copy = compiledWrite<{ editId: string; ids: string[]; originals: string[] }>(
  "line-items-copy",
  { inserts: ["line_item"] },
  (p) =>
    linesInserted(
      "original",
      {
        id: sql`copy.id`,
        cart_id: nothing,
        swap_id: nothing,
        claim_order_id: nothing,
        order_edit_id: sql`${p.editId}::text`,
        original_item_id: sql`original.id`,
      },
      sql`unnest(${p.ids}::text[], ${p.originals}::text[]) as copy(id, original_id)
        join line_item original on original.id = copy.original_id`,
    ),
);

/** Copies lines of an order into its edit, without taxes and discounts. Returns the ids of the copies by original id. */
export async function copyLinesToEdit(
  tx: Tx,
  editId: string,
  originals: readonly string[],
): Promise<Map<string, string>> {
  const copies = new Map(originals.map((original) => [original, newId("item")]));
  await copy(tx, { editId, ids: [...copies.values()], originals: [...copies.keys()] });
  return copies;
}

/** A quantity of a sold line that is returned. */
export interface ReturnedPieces {
  id: string;
  soldId: string;
  quantity: number;
}

const insertReturned = compiledWrite<{ cartId: string; lines: string }>(
  "line-items-insert-returned",
  { inserts: ["line_item"] },
  (p) =>
    linesInserted(
      "sold",
      {
        id: sql`sent.id`,
        cart_id: sql`${p.cartId}::text`,
        swap_id: nothing,
        claim_order_id: nothing,
        order_edit_id: nothing,
        original_item_id: nothing,
        description: nothing,
        unit_price: sql`- sold.unit_price`,
        quantity: sql`sent.quantity`,
        is_giftcard: sql`false`,
        is_return: sql`true`,
        should_merge: sql`true`,
        has_shipping: sql`null::boolean`,
        fulfilled_quantity: sql`null::integer`,
        shipped_quantity: sql`null::integer`,
        returned_quantity: sql`null::integer`,
        created_at: sql`clock_timestamp()`,
      },
      sql`jsonb_to_recordset(${p.lines}::jsonb) as sent(id varchar, "soldId" varchar, quantity integer)
        join line_item sold on sold.id = sent."soldId"`,
    ),
);

/** The returned lines of a swap, with the negative price that they were sold for. */
export async function insertReturnedLines(
  tx: Tx,
  cartId: string,
  lines: readonly ReturnedPieces[],
): Promise<void> {
  const rows = lines.map(({ id, soldId, quantity }) => ({ id, soldId, quantity }));
  await insertReturned(tx, { cartId, lines: JSON.stringify(rows) });
}
