import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/define-events.ts";
import { inventoryEvents } from "../events.ts";
import {
  outgoingMovements,
  refuseInsufficientStock,
  type StockMovement,
  type TitledNeed,
} from "../fulfilled-stock.ts";
import {
  isLocation,
  lockLevelsOf,
  reservedFor,
  saveOutgoingStock,
  saveRestoredStock,
} from "../fulfilled-stock-store.ts";
import { unknownLocation } from "../inventory-item.ts";
import { restoredStock } from "../restored-stock.ts";
import { partitionLines, type StockLine } from "../stock.ts";
import { stockOf } from "../stock-store.ts";

/** Goods that are fulfilled. */
interface OutgoingGoods {
  lines: readonly (StockLine & { title: string })[];
  /** The location to take from; null: where pieces are reserved, otherwise where they are available. */
  locationId: string | null;
}

/**
 * Takes fulfilled goods out of stock and ends their reservations. Returns the movements, for `restoreReservations`. The quantity of
 * a variant without locations was already reduced by the order.
 */
export async function fulfillReservations(
  tx: Tx,
  { lines, locationId }: OutgoingGoods,
): Promise<StockMovement[]> {
  if (locationId !== null && !(await isLocation(tx, locationId))) throw unknownLocation(locationId);
  const needs = await needsOf(tx, lines);
  if (needs.length === 0) return [];
  const levels = await lockLevelsOf(tx, [...new Set(needs.map(({ itemId }) => itemId))]);
  // Read after the levels are locked: every change of a reservation locks them first.
  const reserved = await reservedFor(
    tx,
    lines.map(({ lineItemId }) => lineItemId),
  );
  const movements = outgoingMovements(needs, { reserved, levels, locationId });
  refuseInsufficientStock(movements, { needs, levels });
  const changed = await saveOutgoingStock(tx, movements);
  await announceAll(tx, [
    ...changed.levels.map((id) => inventoryEvents.of("inventory-level.updated", { id })),
    ...changed.reservations.map(({ id, isOver }) =>
      inventoryEvents.of(`reservation-item.${isOver ? "deleted" : "updated"}`, { id }),
    ),
  ]);
  return movements;
}

async function needsOf(tx: Tx, lines: OutgoingGoods["lines"]): Promise<TitledNeed[]> {
  const stocks = await stockOf(tx, [...new Set(lines.map(({ variantId }) => variantId))], {
    includesDeleted: true,
  });
  // A variant whose row does not exist any more has no stock.
  const known = lines.filter(({ variantId }) => stocks.some((stock) => stock.variantId === variantId));
  const titles = new Map(lines.map(({ lineItemId, title }) => [lineItemId, title]));
  return partitionLines(known, stocks).needs.map((need) => ({
    ...need,
    title: titles.get(need.lineItemId)!,
  }));
}

/** Undoes `fulfillReservations`: restores stock and reservations. */
export async function restoreReservations(tx: Tx, movements: readonly StockMovement[]): Promise<void> {
  if (movements.length === 0) return;
  const levels = await lockLevelsOf(tx, [...new Set(movements.map(({ itemId }) => itemId))]);
  const changed = await saveRestoredStock(tx, restoredStock(movements, levels));
  await announceAll(tx, [
    ...changed.levels.map((id) => inventoryEvents.of("inventory-level.updated", { id })),
    ...changed.revived.map((id) => inventoryEvents.of("reservation-item.updated", { id })),
    ...changed.added.map((id) => inventoryEvents.of("reservation-item.created", { id })),
  ]);
}
