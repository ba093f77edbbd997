import { sql } from "kysely";
import { BESIDE_V1 } from "../../../db/adoption.ts";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import type { StockMovement } from "../../stock/inventory/index.ts";

const insert = compiledReturningWrite<{ rows: string }, unknown>(
  "fulfillment-stock-insert",
  { inserts: ["tradewind.fulfillment_stock"] },
  (p) => sql`
    insert into tradewind.fulfillment_stock (fulfillment_id, line_item_id, inventory_item_id, location_id,
      reservation_id, stocked, reserved)
    select "fulfillmentId", "lineItemId", "itemId", "locationId", "reservationId", stocked, reserved
    from jsonb_to_recordset(${p.rows}::jsonb) as sent("fulfillmentId" varchar, "lineItemId" varchar,
      "itemId" varchar, "locationId" varchar, "reservationId" varchar, stocked integer, reserved integer)`,
);

/** Records what fulfillments took from stock. */
export async function saveStockMovements(
  tx: Tx,
  movements: readonly (StockMovement & { fulfillmentId: string })[],
): Promise<void> {
  if (movements.length > 0) await insert(tx, { rows: JSON.stringify(movements) });
}

const recordOfV1 = compiledReturningWrite<{ id: string }, unknown>(
  "fulfillment-stock-of-v1",
  { inserts: ["tradewind.fulfillment_stock"] },
  (p) => sql`insert into tradewind.fulfillment_stock
    select * from tradewind.stock_packed_by_v1(array[${p.id}]::varchar[]) where ${BESIDE_V1}`,
);

/** Records what v1 has taken for a fulfillment that it made on this database, before the fulfillment is canceled. */
export async function recordStockOfV1(tx: Tx, fulfillmentId: string): Promise<void> {
  await recordOfV1(tx, { id: fulfillmentId });
}

const remove = compiledReturningWrite<{ ids: string[] }, StockMovement>(
  "fulfillment-stock-take",
  { deletes: ["tradewind.fulfillment_stock"] },
  (p) => sql<StockMovement>`
    delete from tradewind.fulfillment_stock where fulfillment_id = any(${p.ids})
    returning line_item_id as "lineItemId", inventory_item_id as "itemId", location_id as "locationId",
      reservation_id as "reservationId", stocked, reserved`,
);

/** Deletes and returns the stock movements of fulfillments, so that they are restored only once. */
export const removeStockMovements = (tx: Tx, fulfillmentIds: readonly string[]): Promise<StockMovement[]> =>
  remove(tx, { ids: [...fulfillmentIds] });

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

/** Moves fulfilled pieces from the lines that an edit replaces to the new lines. */
export async function moveFulfillmentsToEdit(tx: Tx, editId: string): Promise<void> {
  await moveItems(tx, { editId });
  await moveStock(tx, { editId });
}
