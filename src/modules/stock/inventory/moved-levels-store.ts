import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { type LevelKey, unknownItem, unknownLocation } from "./inventory-item.ts";

export interface LevelNow extends LevelKey {
  id: string;
  stocked: number;
  reserved: number;
  incoming: number;
}

interface Keys {
  items: string[];
  locations: string[];
}

// Shared locks, so that neither an item nor a location is deleted while it gets goods.
const lockItems = compiledSql(
  "moved-stock-items",
  (p: { ids: string[] }) => sql<{ id: string }>`
    select id from inventory_item where id = any(${p.ids}) and deleted_at is null order by id for share`,
);

const lockLocations = compiledSql(
  "moved-stock-locations",
  (p: { ids: string[] }) => sql<{ id: string }>`
    select id from stock_location where id = any(${p.ids}) and deleted_at is null order by id for share`,
);

// An item has one row for each location; a deleted row is restored.
const add = compiledReturningWrite<Keys & { ids: string[] }, { id: string }>(
  "moved-stock-add-levels",
  { inserts: ["inventory_level"] },
  (p) => sql<{ id: string }>`
    insert into inventory_level (id, inventory_item_id, location_id, stocked_quantity, incoming_quantity)
    select sent.id, sent.item, sent.location, 0, 0
    from unnest(${p.ids}::text[], ${p.items}::text[], ${p.locations}::text[]) as sent(id, item, location)
    order by sent.item, sent.location
    on conflict (inventory_item_id, location_id) do update set id = excluded.id, stocked_quantity = 0,
      incoming_quantity = 0, reserved_quantity = 0, metadata = null, created_at = now(), updated_at = now(),
      deleted_at = null
    where inventory_level.deleted_at is not null
    returning inventory_level.id`,
);

// Lock order: by inventory item, then location.
const lock = compiledSql(
  "moved-stock-lock",
  (p: Keys) => sql<LevelNow>`
    select level.id, level.inventory_item_id as "itemId", level.location_id as "locationId",
      level.stocked_quantity as stocked, level.reserved_quantity as reserved, level.incoming_quantity as incoming
    from inventory_level level
    join unnest(${p.items}::text[], ${p.locations}::text[]) as sent(item, location)
      on level.inventory_item_id = sent.item and level.location_id = sent.location
    where level.deleted_at is null
    order by level.inventory_item_id, level.location_id for update of level`,
);

const save = compiledReturningWrite<{ ids: string[]; stocked: number[]; incoming: number[] }, unknown>(
  "moved-stock-save",
  { updates: ["inventory_level"] },
  (p) => sql`
    update inventory_level level
    set stocked_quantity = sent.stocked, incoming_quantity = sent.incoming, updated_at = now()
    from unnest(${p.ids}::text[], ${p.stocked}::integer[], ${p.incoming}::integer[]) as sent(id, stocked, incoming)
    where level.id = sent.id`,
);

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));

/** Makes levels that do not exist, and returns their ids. Refuses unknown items and locations. */
export async function addMissingLevels(tx: Tx, keys: readonly LevelKey[]): Promise<Set<string>> {
  const items = [...new Set(keys.map(({ itemId }) => itemId))];
  const locations = [...new Set(keys.map(({ locationId }) => locationId))];
  const knownItems = idsOf(await lockItems(tx, { ids: items }));
  const item = items.find((id) => !knownItems.has(id));
  if (item !== undefined) throw unknownItem(item);
  const knownLocations = idsOf(await lockLocations(tx, { ids: locations }));
  const location = locations.find((id) => !knownLocations.has(id));
  if (location !== undefined) throw unknownLocation(location);
  return idsOf(await add(tx, { ...columnsOf(keys), ids: keys.map(() => newId("ilev")) }));
}

const columnsOf = (keys: readonly LevelKey[]): Keys => ({
  items: keys.map(({ itemId }) => itemId),
  locations: keys.map(({ locationId }) => locationId),
});

export const lockMovedLevels = (tx: Tx, keys: readonly LevelKey[]): Promise<LevelNow[]> =>
  lock(tx, columnsOf(keys));

/** Writes levels that this transaction has locked. */
export async function saveMovedLevels(tx: Tx, levels: readonly LevelNow[]): Promise<void> {
  await save(tx, {
    ids: levels.map(({ id }) => id),
    stocked: levels.map(({ stocked }) => stocked),
    incoming: levels.map(({ incoming }) => incoming),
  });
}
