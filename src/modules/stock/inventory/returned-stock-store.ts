import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { ofChannel, sellsFrom } from "./availability-graph.ts";
import type { ReturnLevel } from "./returned-stock.ts";

// Lock order: by inventory item, then location.
const lock = compiledSql<{ itemIds: string[]; channel: string | null }, ReturnLevel>(
  "returned-stock-lock-levels",
  (p) => sql<ReturnLevel>`
    with request as (select ${p.channel}::text as channel)
    select level.id, level.inventory_item_id as "itemId", level.location_id as "locationId",
      (${sql.raw(sellsFrom(ofChannel("(select channel from request)")))}) as "isOfChannel"
    from inventory_level level
    where level.inventory_item_id = any(${p.itemIds}) and level.deleted_at is null
      and exists (select 1 from stock_location place where place.id = level.location_id and place.deleted_at is null)
    order by level.inventory_item_id, level.location_id
    for update of level`,
);

/** All levels of the items. */
export const lockLevelsForReturn = (
  tx: Tx,
  { itemIds, salesChannelId }: { itemIds: string[]; salesChannelId: string | null },
): Promise<ReturnLevel[]> => lock(tx, { itemIds, channel: salesChannelId });

const grow = compiledReturningWrite<{ ids: string[]; quantities: number[] }, unknown>(
  "returned-stock-grow",
  { updates: ["inventory_level"] },
  (p) => sql`
    update inventory_level level
    set stocked_quantity = least(level.stocked_quantity::bigint + sent.quantity, 2147483647), updated_at = now()
    from unnest(${p.ids}::text[], ${p.quantities}::integer[]) as sent(id, quantity)
    where level.id = sent.id`,
);

/** Increases levels that this transaction has locked. */
export async function growLevels(tx: Tx, placed: readonly { id: string; quantity: number }[]): Promise<void> {
  await grow(tx, { ids: placed.map(({ id }) => id), quantities: placed.map(({ quantity }) => quantity) });
}
