import type { Tx } from "../../../../db/database.ts";
import { announceEach } from "../../../../events/announce.ts";
import { linesThatTookOwn } from "../hand-counted-store.ts";
import { putBackOwnStock } from "../own-stock-store.ts";
import type { StockLine } from "../stock.ts";
import { releaseRows } from "../stock-removal-store.ts";
import { stockOf } from "../stock-store.ts";

/**
 * Gives back what `reserveStock` kept for lines: their reservations end, and lines that took from a variant's own
 * quantity put it back.
 */
export async function releaseReservations(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  if (lines.length === 0) return;
  const stocks = await stockOf(tx, [...new Set(lines.map((line) => line.variantId))]);
  const byLocation = new Set(stocks.filter((each) => each.isKeptByLocation).map((each) => each.variantId));
  const released = await releaseRows(tx, { lineItemIds: lines.map((line) => line.lineItemId) });
  const hadReservations = new Set(released.map((reservation) => reservation.line_item_id));
  const own = await linesThatTookOwn(
    tx,
    lines.filter((line) => !hadReservations.has(line.lineItemId) && !byLocation.has(line.variantId)),
  );
  if (own.length > 0) await putBackOwnStock(tx, own);
  await announceEach(
    tx,
    "reservation-item.deleted",
    released.map(({ id }) => ({ id })),
  );
}
