import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import type { ReservedPieces, StockedLevel, StockMovement } from "./fulfilled-stock.ts";
import type { LevelGrowth, RestoredReservation } from "./restored-stock.ts";

const reserved = compiledSql<{ lines: string[] }, ReservedPieces>(
  "fulfilled-stock-reserved",
  (p) => sql<ReservedPieces>`
    select id, line_item_id as "lineItemId", inventory_item_id as "itemId", location_id as "locationId", quantity
    from reservation_item where line_item_id = any(${p.lines}) and deleted_at is null
    order by created_at, id`,
);

/** The reservations of lines, the oldest first. */
export const reservedFor = (on: Connection, lineItemIds: readonly string[]): Promise<ReservedPieces[]> =>
  reserved(on, { lines: [...lineItemIds] });

// Lock order: levels before reservations, by inventory item.
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

/** Levels that were deleted since are ignored. */
const moveLevels = compiledReturningWrite<{ moved: string }, { id: string }>(
  "fulfilled-stock-move",
  { updates: ["inventory_level"] },
  (p) => sql<{ id: string }>`
    update inventory_level level set
      stocked_quantity = least(level.stocked_quantity::bigint + moved.stocked, ${sql.lit(MAX_AMOUNT)}),
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

// A reservation that was used up or deleted reserves nothing, and does not follow a line that an edit replaced. One that was moved
// since belongs to another location. Without a level there is nothing to reserve.
const reviveReservations = compiledReturningWrite<{ restored: string }, { id: string; before: string }>(
  "fulfilled-stock-revive-reservations",
  { inserts: ["reservation_item"], updates: ["reservation_item"] },
  (p) => sql<{ id: string; before: string }>`
    with sent as (select * from jsonb_to_recordset(${p.restored}::jsonb)
        as restored(id varchar, fresh varchar, line varchar, item varchar, location varchar, quantity integer)
      where exists (select 1 from inventory_level level where level.inventory_item_id = restored.item
        and level.location_id = restored.location and level.deleted_at is null)),
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

/** Saves movements. Returns the changed levels and reservations, and whether a reservation has ended. */
export async function saveOutgoingStock(
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

/** Restores stock and reservations. */
export async function saveRestoredStock(
  tx: Tx,
  { growth, reservations }: { growth: readonly LevelGrowth[]; reservations: readonly RestoredReservation[] },
): Promise<{ levels: string[]; revived: string[]; added: string[] }> {
  const levels = await moveLevels(tx, { moved: rowsOf(growth, 1) });
  const restoredRows = reservations.map((one) => ({
    id: one.reservationId,
    fresh: newId("resitem"),
    line: one.lineItemId,
    item: one.itemId,
    location: one.locationId,
    quantity: one.quantity,
  }));
  const rows = await reviveReservations(tx, { restored: JSON.stringify(restoredRows) });
  return {
    levels: levels.map(({ id }) => id),
    revived: rows.filter(({ before }) => before !== null).map(({ id }) => id),
    added: rows.filter(({ before }) => before === null).map(({ id }) => id),
  };
}
