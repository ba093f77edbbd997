import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledWrite } from "../../../db/statements.ts";

const discard = compiled("cart-discard", (db, p: { id: string }) =>
  db.updateTable("cart").set({ deleted_at: sql`now()`, updated_at: sql`now()` }).where("id", "=", p.id),
);

/** A locked cart is there no more. */
export async function markDiscarded(tx: Tx, id: string): Promise<void> {
  await discard(tx, { id });
}

const remove = compiledWrite<{ id: string }>(
  "cart-delete",
  { deletes: ["custom_shipping_option", "cart"] },
  (p) => sql`
    with agreed as (delete from custom_shipping_option where cart_id = ${p.id})
    delete from cart where id = ${p.id}`,
);

/** The row of a cart without lines and shipping methods, with what was agreed on for it. */
export const deleteCart = (tx: Tx, id: string): Promise<void> => remove(tx, { id });
