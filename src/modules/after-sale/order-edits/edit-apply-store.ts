import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql, compiledWrite } from "../../../db/statements.ts";

interface Applied {
  editId: string;
  orderId: string;
}

const goAway = compiledWrite<Applied>(
  "order-edit-take-out-lines",
  { updates: ["line_item"] },
  (p) => sql`update line_item set order_id = null, updated_at = now()
    where order_id = ${p.orderId} and order_edit_id is distinct from ${p.editId}`,
);

// What happened to the lines meanwhile goes on with those that take their place.
const comeIn = compiledWrite<Applied>(
  "order-edit-put-in-lines",
  { updates: ["line_item"] },
  (p) => sql`
    update line_item line set order_id = ${p.orderId}, updated_at = now(),
      fulfilled_quantity = progress.fulfilled_quantity, shipped_quantity = progress.shipped_quantity,
      returned_quantity = progress.returned_quantity, returned_unsent = coalesce(progress.returned_unsent, 0),
      metadata = case when progress.id is null then line.metadata else progress.metadata end
    from line_item edited left join line_item progress on progress.id = edited.original_item_id
    where line.id = edited.id and line.order_edit_id = ${p.editId}`,
);

const followed = (table: string, column: string) =>
  compiledWrite<Applied>(
    `order-edit-follow-${table}`,
    { updates: [table] },
    (p) => sql`update ${sql.table(table)} part set ${sql.ref(column)} = line.id
      from line_item line where line.order_edit_id = ${p.editId} and ${sql.ref(`part.${column}`)} = line.original_item_id`,
  );

/** Whatever names a line of an order beside the order itself. */
const followers = [
  followed("fulfillment_item", "item_id"),
  followed("return_item", "item_id"),
  followed("claim_item", "item_id"),
  followed("tradewind.fulfillment_stock", "line_item_id"),
];

/** The lines of an edit become the lines of its order, which is locked. As in v1 they keep their ids. */
export async function applyLines(tx: Tx, applied: Applied): Promise<void> {
  await goAway(tx, applied);
  await comeIn(tx, applied);
  for (const follow of followers) await follow(tx, applied);
}

const errands = compiledSql<{ orderId: string }, unknown>(
  "order-edit-carrier-errands",
  (p) => sql`select 1 from tradewind.carrier_errand where order_id = ${p.orderId}`,
);

/** Whether a carrier is being asked about goods of a locked order, by the names that their lines have now. */
export async function isCarrierAsked(tx: Tx, orderId: string): Promise<boolean> {
  return (await errands(tx, { orderId })).length > 0;
}
