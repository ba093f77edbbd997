import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";
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

/** Notes what fulfilments took from stock. */
export async function saveMovements(
  tx: Tx,
  movements: readonly (StockMovement & { fulfillmentId: string })[],
): Promise<void> {
  if (movements.length > 0) await insert(tx, { rows: JSON.stringify(movements) });
}

const take = compiledReturningWrite<{ ids: string[] }, StockMovement>(
  "fulfillment-stock-take",
  { deletes: ["tradewind.fulfillment_stock"] },
  (p) => sql<StockMovement>`
    delete from tradewind.fulfillment_stock where fulfillment_id = any(${p.ids})
    returning line_item_id as "lineItemId", inventory_item_id as "itemId", location_id as "locationId",
      reservation_id as "reservationId", stocked, reserved`,
);

/** What they took, which is to be put back: it is told once. */
export const takeMovements = (tx: Tx, fulfillmentIds: readonly string[]): Promise<StockMovement[]> =>
  take(tx, { ids: [...fulfillmentIds] });
