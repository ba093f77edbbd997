import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { emptyVariantsAtLocation } from "../../variants/index.ts";
import { deleteStockRowsAtLocation, deleteStockRowsOfItem } from "../stock-removal-store.ts";

/** Levels and reservations go with their item. */
export const deleteStockOfItem = async (tx: Tx, itemId: string): Promise<void> =>
  announceRemoval(tx, await deleteStockRowsOfItem(tx, itemId), { inventory_item_id: itemId });

/**
 * Levels and reservations go with their location. What variants had counted before their pieces lay there is long
 * outdated, and must not count again when the last location is gone.
 */
export async function deleteStockAtLocation(tx: Tx, locationId: string): Promise<void> {
  const removed = await deleteStockRowsAtLocation(tx, locationId);
  await emptyVariantsAtLocation(tx, locationId);
  await announceRemoval(tx, removed, { location_id: locationId });
}

/** There may be thousands: one event tells of all, by what they had in common. */
async function announceRemoval(
  tx: Tx,
  removed: { levels: number; reservations: number },
  of: Record<string, string>,
): Promise<void> {
  if (removed.levels > 0) await announce(tx, "inventory-level.deleted", of);
  if (removed.reservations > 0) await announce(tx, "reservation-item.deleted", of);
}
