import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";

const moveItems = compiledWrite<{ editId: string }>(
  "fulfillment-items-of-edit",
  { updates: ["fulfillment_item"] },
  (p) => sql`update fulfillment_item part set item_id = line.id
    from line_item line where line.order_edit_id = ${p.editId} and part.item_id = line.original_item_id`,
);

const moveStock = compiledWrite<{ editId: string }>(
  "fulfillment-stock-of-edit",
  { updates: ["tradewind.fulfillment_stock"] },
  (p) => sql`update tradewind.fulfillment_stock part set line_item_id = line.id
    from line_item line where line.order_edit_id = ${p.editId} and part.line_item_id = line.original_item_id`,
);

/** What was packed of the lines that an edit replaces is packed of those in their place. */
export async function moveFulfillmentsToEdit(tx: Tx, editId: string): Promise<void> {
  await moveItems(tx, { editId });
  await moveStock(tx, { editId });
}
