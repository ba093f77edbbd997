import { initialRow, type SentFields, type StoredRow } from "../../../graph/written-row.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notAllowed, Refusal } from "../../../kernel/refusal.ts";
import { storedItem } from "./inventory-graph.ts";

export type InventoryItem = StoredRow<typeof storedItem>;

export type InventoryItemChanges = SentFields<typeof storedItem> & { requires_shipping?: boolean };

export type NewInventoryItem = InventoryItemChanges & {
  metadata?: Metadata;
  /** The variant that needs the item. */
  variant_id?: string;
};

const emptyItem = initialRow(storedItem);

export function itemFrom(
  id: string,
  { variant_id: _, metadata, ...details }: NewInventoryItem,
): InventoryItem {
  return { ...withChanges({ ...emptyItem, id }, details), metadata: metadata ?? null };
}

/** An empty SKU is stored as null, because several items may have none. */
export const withChanges = (item: InventoryItem, changes: InventoryItemChanges): InventoryItem => {
  const next = { ...item, ...changes };
  return { ...next, sku: next.sku || null };
};

interface LevelQuantities {
  location_id: string;
  stocked_quantity: number;
  reserved_quantity: number;
}

/** The item with the levels of some locations, and the sums over them. */
export function itemAtLocations<Item extends Record<string, unknown>>(
  item: Item,
  locationIds: readonly string[],
): Item {
  const levels = (item["location_levels"] as LevelQuantities[]).filter((level) =>
    locationIds.includes(level.location_id),
  );
  const sumOf = (column: "stocked_quantity" | "reserved_quantity") =>
    column in item ? { [column]: levels.reduce((sum, level) => sum + level[column], 0) } : {};
  return { ...item, ...sumOf("stocked_quantity"), ...sumOf("reserved_quantity"), location_levels: levels };
}

export const unknownItem = (id: string) =>
  new Refusal("not_found", `InventoryItem with id ${id} was not found`);

/** The stock of one item at one location. */
export interface LevelKey {
  itemId: string;
  locationId: string;
}

export interface NewLevel {
  location_id: string;
  stocked_quantity: number;
  incoming_quantity?: number;
}

export type LevelChanges = Partial<Pick<NewLevel, "stocked_quantity" | "incoming_quantity">>;

export const unknownLevel = ({ itemId, locationId }: LevelKey) =>
  new Refusal("not_found", `Inventory level for item ${itemId} and location ${locationId} not found`);

export const unknownLocation = (id: string) =>
  new Refusal("not_found", `StockLocation with id ${id} was not found`);

export const levelInUse = ({ itemId, locationId }: LevelKey) =>
  notAllowed(
    `Cannot remove Inventory Level ${itemId} at Location ${locationId} because there are reservations at location`,
  );

export const notStocked = ({ itemId, locationId }: LevelKey) =>
  new Refusal("not_found", `Item ${itemId} is not stocked at location ${locationId}`);

export const notEnough = ({ itemId, locationId }: LevelKey) =>
  notAllowed(
    `Not enough stock available for item ${itemId} at location ${locationId}`,
    "insufficient_inventory",
  );
