import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { duplicate } from "../../../kernel/refusal.ts";
import { ofChannel, sellsFrom } from "./availability-graph.ts";
import {
  type LevelChanges,
  type LevelKey,
  notEnough,
  notStocked,
  unknownItem,
  unknownLevel,
  unknownLocation,
} from "./inventory-item.ts";
import type { ReturnLevel } from "./returned-stock.ts";

interface NewLevelRow extends LevelKey {
  id: string;
  stocked: number;
  incoming: number;
}

// Shared locks, so that neither the item nor the location can be deleted while a level is created.
const lockItemShared = compiled("inventory-level-item", (db, p: { id: string }) =>
  db
    .selectFrom("inventory_item")
    .select("id")
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forShare(),
);

const lockLocationShared = compiled("inventory-level-location", (db, p: { id: string }) =>
  db
    .selectFrom("stock_location")
    .select("id")
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forShare(),
);

// An item has one row for each location; a deleted row is restored.
const insert = compiled("inventory-level-insert", (db, p: NewLevelRow) =>
  db
    .insertInto("inventory_level")
    .values({
      id: p.id,
      inventory_item_id: p.itemId,
      location_id: p.locationId,
      stocked_quantity: p.stocked,
      incoming_quantity: p.incoming,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["inventory_item_id", "location_id"])
        .doUpdateSet((level) => ({
          id: level.ref("excluded.id"),
          stocked_quantity: level.ref("excluded.stocked_quantity"),
          incoming_quantity: level.ref("excluded.incoming_quantity"),
          reserved_quantity: 0,
          metadata: null,
          created_at: sql`now()`,
          updated_at: sql`now()`,
          deleted_at: null,
        }))
        .where("inventory_level.deleted_at", "is not", null),
    )
    .returning("inventory_level.id"),
);

interface ChangedLevel {
  id: string;
  stocked: number;
  incoming: number;
  oldStocked: number;
  oldIncoming: number;
}

const update = compiledReturningWrite<
  LevelKey & { stocked: number | null; incoming: number | null },
  ChangedLevel
>(
  "inventory-level-update",
  { updates: ["inventory_level"] },
  (p) => sql<ChangedLevel>`
    update inventory_level level set stocked_quantity = coalesce(${p.stocked}::integer, level.stocked_quantity),
      incoming_quantity = coalesce(${p.incoming}::integer, level.incoming_quantity), updated_at = now()
    from (select id, stocked_quantity, incoming_quantity from inventory_level
      where inventory_item_id = ${p.itemId} and location_id = ${p.locationId} and deleted_at is null
      for update) old
    where level.id = old.id
    returning level.id, level.stocked_quantity as stocked, level.incoming_quantity as incoming,
      old.stocked_quantity as "oldStocked", old.incoming_quantity as "oldIncoming"`,
);

const lock = compiled("inventory-level-lock", (db, p: { itemId: string; locationIds: string[] }) =>
  db
    .selectFrom("inventory_level")
    .select(["id", "location_id", "stocked_quantity", "reserved_quantity", "incoming_quantity"])
    .where("inventory_item_id", "=", p.itemId)
    .where(sql<boolean>`location_id = any(${p.locationIds})`)
    .where("deleted_at", "is", null)
    .orderBy("location_id")
    .forUpdate(),
);

const remove = compiled("inventory-level-delete", (db, p: { id: string }) =>
  db.updateTable("inventory_level").set({ deleted_at: sql`now()` }).where("id", "=", p.id),
);

const take = compiled("inventory-level-reserve", (db, p: LevelKey & { quantity: number }) =>
  db
    .updateTable("inventory_level")
    .set({ reserved_quantity: sql`reserved_quantity + ${p.quantity}::integer`, updated_at: sql`now()` })
    .where("inventory_item_id", "=", p.itemId)
    .where("location_id", "=", p.locationId)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`stocked_quantity - reserved_quantity >= ${p.quantity}::integer`)
    .returning("id"),
);

const giveBack = compiled("inventory-level-release", (db, p: LevelKey & { quantity: number }) =>
  db
    .updateTable("inventory_level")
    .set({
      reserved_quantity: sql`greatest(reserved_quantity - ${p.quantity}::integer, 0)`,
      updated_at: sql`now()`,
    })
    .where("inventory_item_id", "=", p.itemId)
    .where("location_id", "=", p.locationId),
);

export async function insertLevel(tx: Tx, level: NewLevelRow): Promise<void> {
  if ((await lockItemShared(tx, { id: level.itemId })).length === 0) throw unknownItem(level.itemId);
  if ((await lockLocationShared(tx, { id: level.locationId })).length === 0)
    throw unknownLocation(level.locationId);
  const [made] = await insert(tx, level);
  if (!made) {
    throw duplicate(
      `Inventory_level with inventory_item_id, location_id ${level.itemId}, ${level.locationId} already exists.`,
    );
  }
}

/** Returns the level with its old quantities. Absent fields stay the same. */
export async function changeLevel(tx: Tx, key: LevelKey, changes: LevelChanges): Promise<ChangedLevel> {
  const [level] = await update(tx, {
    ...key,
    stocked: changes.stocked_quantity ?? null,
    incoming: changes.incoming_quantity ?? null,
  });
  if (!level) throw unknownLevel(key);
  return level;
}

/** Locks the existing levels of an item at some locations. */
export async function lockLevels(
  tx: Tx,
  itemId: string,
  locationIds: string[],
): Promise<{ id: string; stocked_quantity: number; reserved_quantity: number; incoming_quantity: number }[]> {
  return lock(tx, { itemId, locationIds });
}

export async function deleteLevelRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

/** Increases the reserved quantity if enough is available. Of two concurrent requests for the last piece, one succeeds. */
export async function reserveAtLevel(tx: Tx, key: LevelKey, quantity: number): Promise<void> {
  const [taken] = await take(tx, { ...key, quantity });
  if (taken) return;
  const [level] = await lock(tx, { itemId: key.itemId, locationIds: [key.locationId] });
  throw level ? notEnough(key) : notStocked(key);
}

export async function unreserveAtLevel(tx: Tx, key: LevelKey, quantity: number): Promise<void> {
  await giveBack(tx, { ...key, quantity });
}

// Lock order: by inventory item, then location.
const lockForReturn = compiledSql<{ itemIds: string[]; channel: string | null }, ReturnLevel>(
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
): Promise<ReturnLevel[]> => lockForReturn(tx, { itemIds, channel: salesChannelId });

const grow = compiledReturningWrite<{ ids: string[]; quantities: number[] }, unknown>(
  "returned-stock-grow",
  { updates: ["inventory_level"] },
  (p) => sql`
    update inventory_level level
    set stocked_quantity = least(level.stocked_quantity::bigint + sent.quantity, ${sql.lit(MAX_AMOUNT)}), updated_at = now()
    from unnest(${p.ids}::text[], ${p.quantities}::integer[]) as sent(id, quantity)
    where level.id = sent.id`,
);

/** Increases levels that this transaction has locked. */
export async function growLevels(tx: Tx, placed: readonly { id: string; quantity: number }[]): Promise<void> {
  await grow(tx, { ids: placed.map(({ id }) => id), quantities: placed.map(({ quantity }) => quantity) });
}
