import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/announce.ts";
import { endedFor } from "../fulfilled-stock.ts";
import { reservedFor, takeAway } from "../fulfilled-stock-store.ts";
import { type StockLine, sortedOut, type VariantStock } from "../stock.ts";

/**
 * Pieces of lines are no longer kept for anybody: so many fewer are reserved, as far as they were. Nothing leaves the
 * house. Whoever calls it has locked the levels.
 */
export async function freeReservations(
  tx: Tx,
  lines: readonly StockLine[],
  stocks: readonly VariantStock[],
): Promise<void> {
  if (lines.length === 0) return;
  const reserved = await reservedFor(
    tx,
    lines.map(({ lineItemId }) => lineItemId),
  );
  const needs = sortedOut(lines, stocks).needs.map((need) => ({ ...need, title: "" }));
  const { levels, reservations } = await takeAway(tx, endedFor(needs, reserved));
  await announceAll(tx, [
    ...levels.map((id) => ({ name: "inventory-level.updated", data: { id } })),
    ...reservations.map(({ id, isOver }) => ({
      name: `reservation-item.${isOver ? "deleted" : "updated"}`,
      data: { id },
    })),
  ]);
}
