import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import { clearVariantQuantitiesAtLocation } from "../variant-rows/index.ts";
import { inventoryEvents } from "./events.ts";
import {
  type InventoryItemChanges,
  itemFrom,
  type LevelChanges,
  type LevelKey,
  levelInUse,
  type NewInventoryItem,
  type NewLevel,
  withChanges,
} from "./inventory-item.ts";
import { attachToVariant, deleteItemRow, insertItem, lockItem, saveItem } from "./inventory-item-store.ts";
import { changeLevel, deleteLevelRow, insertLevel, lockLevels } from "./inventory-level-store.ts";
import { recordStockChanges } from "./stock-change-store.ts";
import { deleteStockRowsAtLocation, deleteStockRowsOfItem } from "./stock-removal-store.ts";

interface Deps {
  db: Db;
}

export async function createInventoryItem(
  { db }: Deps,
  { variant_id: variantId, ...input }: NewInventoryItem,
): Promise<string> {
  if (variantId === undefined) throw notAllowed("variant_id is required");
  return inTransaction(db, async (tx) => {
    const item = itemFrom(newId("iitem"), input);
    await insertItem(tx, item);
    await attachToVariant(tx, { id: newId("pvitem"), variantId, itemId: item.id });
    await inventoryEvents.announce(tx, "inventory-item.created", { id: item.id });
    return item.id;
  });
}

export const updateInventoryItem = ({ db }: Deps, id: string, changes: InventoryItemChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const item = await lockItem(tx, id);
    await saveItem(tx, withChanges(item, changes));
    await inventoryEvents.announce(tx, "inventory-item.updated", { id });
  });

/** Does nothing if the item does not exist, as in v1. */
export const deleteInventoryItem = ({ db }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { existed } = await deleteItemRow(tx, id);
    if (!existed) return;
    await deleteStockOfItem(tx, id);
    await inventoryEvents.announce(tx, "inventory-item.deleted", { id });
  });

/** Why a user changes a quantity. */
interface Note {
  reason?: string;
}

export const createInventoryLevel = (
  { db }: Deps,
  itemId: string,
  { reason, ...input }: NewLevel & Note,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const id = newId("ilev");
    const key = { itemId, locationId: input.location_id };
    const incoming = input.incoming_quantity ?? 0;
    await insertLevel(tx, { id, ...key, stocked: input.stocked_quantity, incoming });
    await recordStockChanges(
      tx,
      [
        { ...key, quantity: "stocked", before: null, after: input.stocked_quantity },
        { ...key, quantity: "incoming", before: 0, after: incoming },
      ],
      { reason: "edit", note: reason ?? null },
    );
    await inventoryEvents.announce(tx, "inventory-level.created", { id });
  });

/** The stocked quantity may become less than the reserved one: a stocktake may find fewer pieces. */
export const updateInventoryLevel = (
  { db }: Deps,
  key: LevelKey,
  { reason, ...changes }: LevelChanges & Note,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const level = await changeLevel(tx, key, changes);
    await recordStockChanges(
      tx,
      [
        { ...key, quantity: "stocked", before: level.oldStocked, after: level.stocked },
        { ...key, quantity: "incoming", before: level.oldIncoming, after: level.incoming },
      ],
      { reason: "edit", note: reason ?? null },
    );
    await inventoryEvents.announce(tx, "inventory-level.updated", { id: level.id });
  });

/** Does nothing if the level does not exist. A level with reservations is refused. */
export const deleteInventoryLevel = ({ db }: Deps, key: LevelKey): Promise<void> =>
  inTransaction(db, async (tx) => {
    const [level] = await lockLevels(tx, key.itemId, [key.locationId]);
    if (!level) {
      // An unknown item is refused.
      await lockItem(tx, key.itemId);
      return;
    }
    if (level.reserved_quantity > 0) throw levelInUse(key);
    await deleteLevelRow(tx, level.id);
    await recordStockChanges(
      tx,
      [
        { ...key, quantity: "stocked", before: level.stocked_quantity, after: null },
        { ...key, quantity: "incoming", before: level.incoming_quantity, after: 0 },
      ],
      { reason: "edit" },
    );
    await inventoryEvents.announce(tx, "inventory-level.deleted", { id: level.id });
  });

/** Deletes the levels and reservations of an item. */
const deleteStockOfItem = async (tx: Tx, itemId: string): Promise<void> =>
  announceRemoval(tx, await deleteStockRowsOfItem(tx, itemId), { inventory_item_id: itemId });

/**
 * Deletes the levels and reservations of a location. The old quantities of its variants become 0: they must not be used again when
 * the last location is deleted.
 */
export async function deleteStockAtLocation(tx: Tx, locationId: string): Promise<void> {
  const removed = await deleteStockRowsAtLocation(tx, locationId);
  await clearVariantQuantitiesAtLocation(tx, locationId);
  await announceRemoval(tx, removed, { location_id: locationId });
}

/** There may be thousands of rows: one event has the id of their item or location. */
async function announceRemoval(
  tx: Tx,
  removed: { levels: number; reservations: number },
  of: { inventory_item_id: string } | { location_id: string },
): Promise<void> {
  if (removed.levels > 0) await inventoryEvents.announce(tx, "inventory-level.deleted", of);
  if (removed.reservations > 0) await inventoryEvents.announce(tx, "reservation-item.deleted", of);
}
