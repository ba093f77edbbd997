import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledWrite, writePart } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { CheckedLine } from "./checked-line.ts";

export interface ChangedLine extends CheckedLine {
  id: string;
  includes_tax: boolean;
  metadata: Metadata;
  /** Undefined fields stay unchanged. */
  title?: string;
  should_merge?: boolean;
}

const update = compiledWrite<{ lines: string }>(
  "line-items-update",
  { updates: ["line_item"] },
  (p) => sql`
    update line_item set unit_price = sent.unit_price, quantity = sent.quantity, includes_tax = sent.includes_tax,
      metadata = sent.metadata, title = coalesce(sent.title, line_item.title),
      should_merge = coalesce(sent.should_merge, line_item.should_merge), updated_at = now()
    from jsonb_to_recordset(${p.lines}::jsonb) as sent(id varchar, unit_price integer, quantity integer,
      includes_tax boolean, metadata jsonb, title varchar, should_merge boolean)
    where line_item.id = sent.id`,
);

export async function updateLines(tx: Tx, lines: readonly ChangedLine[]): Promise<void> {
  if (lines.length > 0) await update(tx, { lines: JSON.stringify(lines) });
}

const updateQuantity = compiledWrite<{ id: string; quantity: number }>(
  "line-item-quantity",
  { updates: ["line_item"] },
  (p) => sql`update line_item set quantity = ${p.quantity}, updated_at = now() where id = ${p.id}`,
);

export const updateLineQuantity = (tx: Tx, { id, quantity }: CheckedLine & { id: string }): Promise<void> =>
  updateQuantity(tx, { id, quantity });

const remove = compiled("line-items-delete", (db, p: { ids: string[] }) =>
  db.deleteFrom("line_item").where(sql<boolean>`id = any(${p.ids})`),
);

/** The database deletes their taxes and adjustments. */
export async function deleteLines(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await remove(tx, { ids: [...ids] });
}

const deletionBy = (column: "cart_id" | "claim_order_id" | "order_edit_id") =>
  compiledWrite<{ id: string }>(
    `line-items-delete-by-${column}`,
    { deletes: ["line_item"] },
    (p) => sql`delete from line_item where ${sql.ref(column)} = ${p.id}`,
  );

const deletions = {
  cart: deletionBy("cart_id"),
  claim: deletionBy("claim_order_id"),
  edit: deletionBy("order_edit_id"),
};

export const deleteLinesOf = (tx: Tx, parent: keyof typeof deletions, id: string): Promise<void> =>
  deletions[parent](tx, { id });

/** Removes the shipped mark of all lines of a cart. */
export const linesUnmarkedAsShipped = writePart<{ cartId: string }>(
  { updates: ["line_item"] },
  (p) => sql`
    update line_item set has_shipping = false, updated_at = now() where cart_id = ${p.cartId} and has_shipping`,
);

/** Marks exactly these lines of a cart as shipped. */
export const linesMarkedAsShipped = writePart<{ cartId: string; lineIds: string[] }>(
  { updates: ["line_item"] },
  (p) => sql`
    update line_item set has_shipping = (id = any(${p.lineIds}::text[])), updated_at = now()
    where cart_id = ${p.cartId} and has_shipping is distinct from (id = any(${p.lineIds}::text[]))`,
);

/** Moves the lines of a cart to an order or swap. Returned lines stay in the cart, because they are not shipped. */
export const linesMovedFromCart = writePart<{
  to: "order_id" | "swap_id";
  ownerId: string;
  cartId: string;
}>(
  { updates: ["line_item"] },
  (p) => sql`update line_item set ${sql.ref(p.to)} = ${p.ownerId}, updated_at = now()
    where cart_id = ${p.cartId} and not is_return`,
);
