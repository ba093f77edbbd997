import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/announce.ts";
import { movementsOf, type NamedNeed, refuseMissingGoods, type StockMovement } from "../fulfilled-stock.ts";
import { bringBack, isLocation, lockLevelsOf, reservedFor, takeAway } from "../fulfilled-stock-store.ts";
import { unknownLocation } from "../inventory-level.ts";
import { restoredBy } from "../restored-stock.ts";
import { type StockLine, sortedOut } from "../stock.ts";
import { stockOf } from "../stock-store.ts";

/** Goods of lines that leave the house. */
interface Leaving {
  lines: readonly (StockLine & { title: string })[];
  /** Where they leave from; null: where they are reserved, and else where there are free ones. */
  locationId: string | null;
}

/**
 * Goods leave: what is stocked becomes less, and what was reserved for them is over. Tells what was moved, for
 * `restoreReservations`. A variant of which the own quantity counts has given its pieces when they were bought.
 */
export async function fulfillReservations(tx: Tx, { lines, locationId }: Leaving): Promise<StockMovement[]> {
  if (locationId !== null && !(await isLocation(tx, locationId))) throw unknownLocation(locationId);
  const needs = await needsOf(tx, lines);
  if (needs.length === 0) return [];
  const levels = await lockLevelsOf(tx, [...new Set(needs.map(({ itemId }) => itemId))]);
  // Read when the levels are locked: whoever changes a reservation locks them first.
  const reserved = await reservedFor(
    tx,
    lines.map(({ lineItemId }) => lineItemId),
  );
  const movements = movementsOf(needs, { reserved, levels, locationId });
  refuseMissingGoods(movements, { needs, levels });
  const changed = await takeAway(tx, movements);
  await announceAll(tx, [
    ...changed.levels.map((id) => ({ name: "inventory-level.updated", data: { id } })),
    ...changed.reservations.map(({ id, isOver }) => ({
      name: `reservation-item.${isOver ? "deleted" : "updated"}`,
      data: { id },
    })),
  ]);
  return movements;
}

async function needsOf(tx: Tx, lines: Leaving["lines"]): Promise<NamedNeed[]> {
  const stocks = await stockOf(tx, [...new Set(lines.map(({ variantId }) => variantId))], {
    includesDeleted: true,
  });
  // A variant that is gone altogether has no stock that could become less.
  const known = lines.filter(({ variantId }) => stocks.some((stock) => stock.variantId === variantId));
  const titles = new Map(lines.map(({ lineItemId, title }) => [lineItemId, title]));
  return sortedOut(known, stocks).needs.map((need) => ({ ...need, title: titles.get(need.lineItemId)! }));
}

/** The goods did not leave after all: they are back, and kept for their lines again. */
export async function restoreReservations(tx: Tx, movements: readonly StockMovement[]): Promise<void> {
  if (movements.length === 0) return;
  const levels = await lockLevelsOf(tx, [...new Set(movements.map(({ itemId }) => itemId))]);
  const changed = await bringBack(tx, restoredBy(movements, levels));
  await announceAll(tx, [
    ...changed.levels.map((id) => ({ name: "inventory-level.updated", data: { id } })),
    ...changed.revived.map((id) => ({ name: "reservation-item.updated", data: { id } })),
    ...changed.added.map((id) => ({ name: "reservation-item.created", data: { id } })),
  ]);
}
