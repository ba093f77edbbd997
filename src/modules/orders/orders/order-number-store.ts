import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledWrite } from "../../../db/statements.ts";

const displayId = compiled("order-display-id", (db, p: { orderId: string }) =>
  db.selectFrom("order").select("display_id").where("id", "=", p.orderId),
);

export async function readDisplayId(tx: Tx, orderId: string): Promise<number> {
  const [row] = await displayId(tx, { orderId });
  return row!.display_id;
}

const save = compiledWrite<{ orderId: string; number: string }>(
  "order-number-save",
  { inserts: ["tradewind.order_number"], updates: ["order"] },
  (p) => sql`
    with numbered as (update "order" set external_id = ${p.number} where id = ${p.orderId})
    insert into tradewind.order_number (number, order_id) values (${p.number}, ${p.orderId})`,
);

/** `taken` is thrown if another order has the number. */
export async function saveOrderNumber(
  tx: Tx,
  row: { orderId: string; number: string },
  taken: () => Error,
): Promise<void> {
  await save(tx, row, { unique: taken });
}
