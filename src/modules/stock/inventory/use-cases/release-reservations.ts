import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/define-events.ts";
import { inventoryEvents } from "../events.ts";
import { releasingMovements } from "../fulfilled-stock.ts";
import { reservedFor, saveOutgoingStock } from "../fulfilled-stock-store.ts";
import { partitionLines, type StockLine, type VariantStock } from "../stock.ts";
import { releaseRows } from "../stock-removal-store.ts";
import { stockOf } from "../stock-store.ts";
import { linesThatTookVariantQuantity, restoreVariantQuantity } from "../variant-quantity-store.ts";

/** Undoes `reserveStock`: ends reservations and restores quantities of variants. */
export async function releaseReservations(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  if (lines.length === 0) return;
  const stocks = await stockOf(tx, [...new Set(lines.map((line) => line.variantId))]);
  const byLocation = new Set(stocks.filter((each) => each.isByLocation).map((each) => each.variantId));
  const released = await releaseRows(tx, { lineItemIds: lines.map((line) => line.lineItemId) });
  const hadReservations = new Set(released.map((reservation) => reservation.line_item_id));
  const own = await linesThatTookVariantQuantity(
    tx,
    lines.filter((line) => !hadReservations.has(line.lineItemId) && !byLocation.has(line.variantId)),
  );
  if (own.length > 0) await restoreVariantQuantity(tx, own);
  await inventoryEvents.announceEach(
    tx,
    "reservation-item.deleted",
    released.map(({ id }) => ({ id })),
  );
}

/** Releases reserved pieces of lines. The stocked quantity stays the same. The caller has locked the levels. */
export async function reduceReservations(
  tx: Tx,
  lines: readonly StockLine[],
  stocks: readonly VariantStock[],
): Promise<void> {
  if (lines.length === 0) return;
  const reserved = await reservedFor(
    tx,
    lines.map(({ lineItemId }) => lineItemId),
  );
  const needs = partitionLines(lines, stocks).needs.map((need) => ({ ...need, title: "" }));
  const { levels, reservations } = await saveOutgoingStock(tx, releasingMovements(needs, reserved));
  await announceAll(tx, [
    ...levels.map((id) => inventoryEvents.of("inventory-level.updated", { id })),
    ...reservations.map(({ id, isOver }) =>
      inventoryEvents.of(`reservation-item.${isOver ? "deleted" : "updated"}`, { id }),
    ),
  ]);
}
