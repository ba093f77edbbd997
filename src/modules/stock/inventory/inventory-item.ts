import type { Metadata } from "../../../kernel/metadata.ts";
import { notAllowed, Refusal } from "../../../kernel/refusal.ts";

interface ItemDetails {
  sku: string | null;
  origin_country: string | null;
  hs_code: string | null;
  mid_code: string | null;
  material: string | null;
  weight: number | null;
  length: number | null;
  height: number | null;
  width: number | null;
  title: string | null;
  description: string | null;
  thumbnail: string | null;
}

export interface InventoryItem extends ItemDetails {
  id: string;
  requires_shipping: boolean;
  metadata: Metadata | null;
}

export interface NewInventoryItem extends Partial<ItemDetails> {
  requires_shipping?: boolean;
  metadata?: Metadata;
  /** The variant that needs the item. */
  variant_id?: string;
}

export type InventoryItemChanges = Partial<ItemDetails> & { requires_shipping?: boolean };

const emptyItem: Omit<InventoryItem, "id"> = {
  sku: null,
  origin_country: null,
  hs_code: null,
  mid_code: null,
  material: null,
  weight: null,
  length: null,
  height: null,
  width: null,
  title: null,
  description: null,
  thumbnail: null,
  requires_shipping: true,
  metadata: null,
};

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
