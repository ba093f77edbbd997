import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { clearVariantQuantitiesAtLocation } from "../../variants/index.ts";
import { deleteStockRowsAtLocation, deleteStockRowsOfItem } from "../stock-removal-store.ts";

/** Deletes the levels and reservations of an item. */
export const deleteStockOfItem = async (tx: Tx, itemId: string): Promise<void> =>
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
  of: Record<string, string>,
): Promise<void> {
  if (removed.levels > 0) await announce(tx, "inventory-level.deleted", of);
  if (removed.reservations > 0) await announce(tx, "reservation-item.deleted", of);
}
