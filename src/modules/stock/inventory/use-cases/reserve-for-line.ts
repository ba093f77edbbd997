import type { Tx } from "../../../../db/database.ts";
import { inventoryEvents } from "../events.ts";
import { notStocked } from "../inventory-item.ts";
import { type LineNeed, nothingToReserve, refuseBeyondLine, unreservedPieces } from "../reservation.ts";
import { lockLineNeed } from "../reservation-store.ts";
import { allocateStock, type LevelStock, type Need, partitionLines, type StockLine } from "../stock.ts";
import { insertAllocations, lockStock, stockOf } from "../stock-store.ts";

interface LineReservationRequest {
  lineItemId: string;
  variantId: string;
  /** Pieces of the line; by default all that are not reserved yet. */
  quantity?: number;
  /** Null: at a location of the channel, as for an order. */
  locationId: string | null;
  salesChannelId: string | null;
}

/** Reserves stock for a line of an order, e.g. of a backorder. Returns the ids of the reservations. */
export async function reserveForLine(tx: Tx, request: LineReservationRequest): Promise<string[]> {
  const pieces = await needsOf(tx, { ...request, quantity: 1 });
  if (pieces.length === 0) throw nothingToReserve(request.variantId);
  const open: LineNeed[] = [];
  for (const { itemId } of pieces) {
    open.push(
      await lockLineNeed(tx, { id: "", inventory_item_id: itemId, line_item_id: request.lineItemId }),
    );
  }
  const quantity = request.quantity ?? Math.max(1, Math.min(...open.map(unreservedPieces)));
  const needs = pieces.map((need) => ({ ...need, quantity: need.quantity * quantity }));
  for (const [index, need] of needs.entries()) refuseBeyondLine(open[index]!, need.quantity);
  const allocations = allocateStock(needs, await levelsFor(tx, needs, request));
  // A backorder needs a location, and there is none.
  if (allocations.length === 0) throw nothingToReserve(request.variantId);
  const ids = await insertAllocations(tx, allocations);
  await inventoryEvents.announce(tx, "reservation-items.bulk-created", { ids });
  return ids;
}

async function needsOf(tx: Tx, line: StockLine): Promise<Need[]> {
  return partitionLines([line], await stockOf(tx, [line.variantId])).needs;
}

/** An admin may choose any location, even one that the channel does not sell from. */
async function levelsFor(
  tx: Tx,
  needs: readonly Need[],
  { locationId, salesChannelId }: LineReservationRequest,
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
