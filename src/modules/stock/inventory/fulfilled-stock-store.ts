import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { ReservedPieces, StockedLevel, StockMovement } from "./fulfilled-stock.ts";
import type { KeptAgain, LevelGrowth } from "./restored-stock.ts";

const reserved = compiledSql<{ lines: string[] }, ReservedPieces>(
  "fulfilled-stock-reserved",
  (p) => sql<ReservedPieces>`
    select id, line_item_id as "lineItemId", inventory_item_id as "itemId", location_id as "locationId", quantity
    from reservation_item where line_item_id = any(${p.lines}) and deleted_at is null
    order by created_at, id`,
);

/** What is reserved for lines, the oldest first. */
export const reservedFor = (on: Connection, lineItemIds: readonly string[]): Promise<ReservedPieces[]> =>
  reserved(on, { lines: [...lineItemIds] });

// Levels before reservations, in the order of the inventory items: whoever changes both does it this way round.
const lock = compiled("fulfilled-stock-lock-levels", (db, p: { items: string[] }) =>
  db
    .selectFrom("inventory_level")
    .select([
      "inventory_item_id as itemId",
      "location_id as locationId",
      "stocked_quantity as stocked",
      "reserved_quantity as reserved",
    ])
    .where(sql<boolean>`inventory_item_id = any(${p.items})`)
    .where("deleted_at", "is", null)
    .orderBy("inventory_item_id")
    .orderBy("location_id")
    .forUpdate(),
);

export const lockLevelsOf = (tx: Tx, itemIds: readonly string[]): Promise<StockedLevel[]> =>
  lock(tx, { items: [...itemIds] });

const isThere = compiled("fulfilled-stock-location", (db, p: { id: string }) =>
  db.selectFrom("stock_location").select("id").where("id", "=", p.id).where("deleted_at", "is", null),
);

export async function isLocation(on: Connection, id: string): Promise<boolean> {
  return (await isThere(on, { id })).length > 0;
}

/** Levels that were deleted meanwhile are gone, with all that was at them. */
const moveLevels = compiledReturningWrite<{ moved: string }, { id: string }>(
  "fulfilled-stock-move",
  { updates: ["inventory_level"] },
  (p) => sql<{ id: string }>`
    update inventory_level level set
      stocked_quantity = least(level.stocked_quantity::bigint + moved.stocked, 2147483647),
      reserved_quantity = greatest(level.reserved_quantity + moved.reserved, 0),
      updated_at = now()
    from (select item, location, sum(stocked)::integer as stocked, sum(reserved)::integer as reserved
      from jsonb_to_recordset(${p.moved}::jsonb)
        as sent(item varchar, location varchar, stocked integer, reserved integer)
      group by item, location) moved
    where level.inventory_item_id = moved.item and level.location_id = moved.location
      and level.deleted_at is null
    returning level.id`,
);

const endReservations = compiledReturningWrite<{ ids: string[]; quantities: number[] }, Ended>(
  "fulfilled-stock-end-reservations",
  { updates: ["reservation_item"] },
  (p) => sql<Ended>`
    update reservation_item reservation set
      quantity = case when reservation.quantity > used.quantity
        then reservation.quantity - used.quantity else reservation.quantity end,
      deleted_at = case when reservation.quantity > used.quantity then null else now() end,
      updated_at = now()
    from unnest(${p.ids}::text[], ${p.quantities}::integer[]) as used(id, quantity)
    where reservation.id = used.id
    returning reservation.id, reservation.deleted_at is not null as "isOver"`,
);

interface Ended {
  id: string;
  isOver: boolean;
}

// One that was used up or given up holds nothing any more, whatever its quantity says, and does not follow a line that
// another takes the place of. One that was moved meanwhile belongs to another location, and where the level is gone
// there is nothing to reserve.
const reviveReservations = compiledReturningWrite<{ kept: string }, { id: string; before: string }>(
  "fulfilled-stock-revive-reservations",
  { inserts: ["reservation_item"], updates: ["reservation_item"] },
  (p) => sql<{ id: string; before: string }>`
    with sent as (select * from jsonb_to_recordset(${p.kept}::jsonb)
        as kept(id varchar, fresh varchar, line varchar, item varchar, location varchar, quantity integer)
      where exists (select 1 from inventory_level level where level.inventory_item_id = kept.item
        and level.location_id = kept.location and level.deleted_at is null)),
    revived as (update reservation_item reservation set
        quantity = case when reservation.deleted_at is null then reservation.quantity else 0 end + sent.quantity,
        line_item_id = sent.line, deleted_at = null, updated_at = now()
      from sent where reservation.id = sent.id and reservation.location_id = sent.location
      returning reservation.id, sent.id as before),
    added as (insert into reservation_item (id, line_item_id, inventory_item_id, location_id, quantity)
      select sent.fresh, sent.line, sent.item, sent.location, sent.quantity from sent
      where not exists (select 1 from reservation_item reservation
        where reservation.id = sent.id and reservation.location_id = sent.location)
      returning id)
    select id, before from revived union all select id, null from added`,
);

const rowsOf = (changes: readonly LevelGrowth[], sign: 1 | -1) =>
  JSON.stringify(
    changes.map((one) => ({
      item: one.itemId,
      location: one.locationId,
      stocked: sign * one.stocked,
      reserved: sign * one.reserved,
    })),
  );

/** The goods leave. Tells which levels and reservations have changed, and which reservations are over. */
export async function takeAway(
  tx: Tx,
  movements: readonly StockMovement[],
): Promise<{ levels: string[]; reservations: Ended[] }> {
  const levels = await moveLevels(tx, { moved: rowsOf(movements, -1) });
  const used = movements.filter(({ reservationId }) => reservationId !== null);
  const reservations = await endReservations(tx, {
    ids: used.map(({ reservationId }) => reservationId!),
    quantities: used.map((one) => one.reserved),
  });
  return { levels: levels.map(({ id }) => id), reservations };
}

/** The goods are back, and are kept again for those they were kept for. */
export async function bringBack(
  tx: Tx,
  { growth, kept }: { growth: readonly LevelGrowth[]; kept: readonly KeptAgain[] },
): Promise<{ levels: string[]; revived: string[]; added: string[] }> {
  const levels = await moveLevels(tx, { moved: rowsOf(growth, 1) });
  const reservations = kept.map((one) => ({
    id: one.reservationId,
    fresh: newId("resitem"),
    line: one.lineItemId,
    item: one.itemId,
    location: one.locationId,
    quantity: one.quantity,
  }));
  const rows = await reviveReservations(tx, { kept: JSON.stringify(reservations) });
  return {
    levels: levels.map(({ id }) => id),
    revived: rows.filter(({ before }) => before !== null).map(({ id }) => id),
    added: rows.filter(({ before }) => before === null).map(({ id }) => id),
  };
}
