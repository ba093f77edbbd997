import type { Tx } from "../../../../db/database.ts";
import { announceEach } from "../../../../events/announce.ts";
import type { StockLine } from "../stock.ts";
import { releaseRows } from "../stock-removal-store.ts";
import { stockOf } from "../stock-store.ts";
import { linesThatTookVariantQuantity } from "../variant-quantity-lines-store.ts";
import { restoreVariantQuantity } from "../variant-quantity-store.ts";

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
  await announceEach(
    tx,
    "reservation-item.deleted",
    released.map(({ id }) => ({ id })),
  );
}
