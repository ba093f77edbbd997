import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { notStocked } from "../inventory-level.ts";
import { type LineNeed, nothingToReserve, refuseBeyondLine, unreservedPieces } from "../reservation.ts";
import { lockLineNeed } from "../reservation-store.ts";
import { allocated, type LevelStock, type Need, type StockLine, sortedOut } from "../stock.ts";
import { insertAllocations, lockStock, stockOf } from "../stock-store.ts";

interface Wanted {
  lineItemId: string;
  variantId: string;
  /** Pieces of the line; all that nobody keeps for it yet when absent. */
  quantity?: number;
  /** Null: at one of the locations of the channel, as when something is bought. */
  locationId: string | null;
  salesChannelId: string | null;
}

/** Keeps stock for a line of an order, e.g. one that was bought before there was any. Tells the reservations. */
export async function reserveForLine(tx: Tx, wanted: Wanted): Promise<string[]> {
  const pieces = await needsOf(tx, { ...wanted, quantity: 1 });
  if (pieces.length === 0) throw nothingToReserve(wanted.variantId);
  const open: LineNeed[] = [];
  for (const { itemId } of pieces) {
    open.push(await lockLineNeed(tx, { id: "", inventory_item_id: itemId, line_item_id: wanted.lineItemId }));
  }
  const quantity = wanted.quantity ?? Math.max(1, Math.min(...open.map(unreservedPieces)));
  const needs = pieces.map((need) => ({ ...need, quantity: need.quantity * quantity }));
  for (const [index, need] of needs.entries()) refuseBeyondLine(open[index]!, need.quantity);
  const allocations = allocated(needs, await levelsFor(tx, needs, wanted));
  // A backorder waits where stock is expected, and none is.
  if (allocations.length === 0) throw nothingToReserve(wanted.variantId);
  const ids = await insertAllocations(tx, allocations);
  await announce(tx, "reservation-items.bulk-created", { ids });
  return ids;
}

async function needsOf(tx: Tx, line: StockLine): Promise<Need[]> {
  return sortedOut([line], await stockOf(tx, [line.variantId])).needs;
}

/** An administrator may choose any location, also one that the channel does not sell from. */
async function levelsFor(
  tx: Tx,
  needs: readonly Need[],
  { locationId, salesChannelId }: Wanted,
): Promise<LevelStock[]> {
  const itemIds = needs.map(({ itemId }) => itemId);
  const levels = await lockStock(tx, {
    itemIds,
    salesChannelId: locationId === null ? salesChannelId : null,
  });
  if (locationId === null) return levels;
  const here = levels.filter((level) => level.locationId === locationId);
  const missing = itemIds.find((itemId) => !here.some((level) => level.itemId === itemId));
  if (missing !== undefined) throw notStocked({ itemId: missing, locationId });
  return here;
}
