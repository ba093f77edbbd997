import type { Tx } from "../../../db/database.ts";
import { announce } from "../../../events/announce.ts";
import { takeOwnStock } from "../own-stock-store.ts";
import { allocated, type Need, type StockLine, shortage, sortedOut } from "../stock.ts";
import { insertAllocations, lockStock, stockOf } from "../stock-store.ts";

interface Wanted {
  lines: readonly StockLine[];
  /** Stock is taken from the locations of this channel; from all when there is none. */
  salesChannelId: string | null;
}

/**
 * Keeps stock for lines, all of them or none: reservations where stock is kept by location, else less of the
 * variant's own quantity. Refuses with `insufficient_inventory`. Locks levels by inventory item, then variants by
 * id, so that no two checkouts wait for each other in a circle.
 */
export async function reserveStock(tx: Tx, { lines, salesChannelId }: Wanted): Promise<void> {
  if (lines.length === 0) return;
  const variantIds = [...new Set(lines.map((line) => line.variantId))];
  const { needs, own } = sortedOut(lines, await stockOf(tx, variantIds));
  if (needs.length > 0) await reserveAtLocations(tx, needs, salesChannelId);
  if (own.length > 0) {
    const { short } = await takeOwnStock(tx, own);
    if (short[0] !== undefined) throw shortage(short[0]);
  }
}

async function reserveAtLocations(tx: Tx, needs: Need[], salesChannelId: string | null): Promise<void> {
  const itemIds = [...new Set(needs.map((need) => need.itemId))];
  const allocations = allocated(needs, await lockStock(tx, { itemIds, salesChannelId }));
  if (allocations.length === 0) return;
  const ids = await insertAllocations(tx, allocations);
  await announce(tx, "reservation-items.bulk-created", { ids });
}
