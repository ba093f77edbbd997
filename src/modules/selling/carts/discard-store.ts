import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";

const discard = compiled("cart-discard", (db, p: { id: string }) =>
  db.updateTable("cart").set({ deleted_at: sql`now()`, updated_at: sql`now()` }).where("id", "=", p.id),
);

/** A locked cart is there no more. */
export async function markDiscarded(tx: Tx, id: string): Promise<void> {
  await discard(tx, { id });
}
