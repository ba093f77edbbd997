import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/announce.ts";
import { releasingMovements } from "../fulfilled-stock.ts";
import { reservedFor, saveOutgoingStock } from "../fulfilled-stock-store.ts";
import { partitionLines, type StockLine, type VariantStock } from "../stock.ts";

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
    ...levels.map((id) => ({ name: "inventory-level.updated", data: { id } })),
    ...reservations.map(({ id, isOver }) => ({
      name: `reservation-item.${isOver ? "deleted" : "updated"}`,
      data: { id },
    })),
  ]);
}
