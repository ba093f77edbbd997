import type { Tx } from "../../../db/database.ts";
import { announceAll } from "../../../events/announce.ts";
import { movementsOf } from "../fulfilled-stock.ts";
import { lockLevelsOf, reservedFor, takeAway } from "../fulfilled-stock-store.ts";
import type { Holder } from "../hold.ts";
import { moveReservations } from "../reservation-move-store.ts";
import { sortedOut, type VariantStock } from "../stock.ts";
import { stockOf } from "../stock-store.ts";
import { reserveStock } from "./reserve-stock.ts";

/** A line that another takes the place of, and the pieces that are still to be sent, before and after. */
export interface Exchange {
  /** Null for a line that is added. */
  from: string | null;
  /** Null for a line that goes away. */
  to: string | null;
  variantId: string;
  before: number;
  after: number;
}

interface Exchanged {
  exchanges: readonly Exchange[];
  /** Stock is taken from the locations of this channel; from all when there is none. */
  salesChannelId: string | null;
  holder?: Holder;
}

/**
 * Lets reservations follow lines that were edited: they go on with the lines that take the place of others, what is no
 * longer needed is given back, and what is needed besides is reserved or refused with `insufficient_inventory`. As in
 * v1 an edit leaves the own quantity of variants alone; whether there is enough of it is for the caller to see.
 */
export async function exchangeStock(tx: Tx, { exchanges, salesChannelId, holder }: Exchanged): Promise<void> {
  const variantIds = [...new Set(exchanges.map(({ variantId }) => variantId))];
  const stocks = (await stockOf(tx, variantIds, { evenDeleted: true })).filter(
    ({ isKeptByLocation }) => isKeptByLocation,
  );
  const kept = exchanges.filter((one) => stocks.some(({ variantId }) => variantId === one.variantId));
  if (kept.length === 0) return;
  // All levels at once, in the order that everybody keeps.
  await lockLevelsOf(
    tx,
    [...new Set(stocks.flatMap(({ items }) => items.map(({ itemId }) => itemId)))].sort(),
  );
  const moved = await moveReservations(
    tx,
    kept.flatMap(({ from, to }) => (from !== null && to !== null ? [{ from, to }] : [])),
  );
  await announceAll(
    tx,
    moved.map((id) => ({ name: "reservation-item.updated", data: { id } })),
  );
  await giveBack(tx, kept, stocks);
  await reserveMore(tx, { exchanges: kept, salesChannelId, holder });
}

async function giveBack(
  tx: Tx,
  exchanges: readonly Exchange[],
  stocks: readonly VariantStock[],
): Promise<void> {
  const lines = exchanges
    .filter(({ before, after }) => after < before)
    .map(({ from, to, variantId, before, after }) => ({
      lineItemId: (to ?? from)!,
      variantId,
      quantity: before - after,
      title: "",
    }));
  if (lines.length === 0) return;
  const reserved = await reservedFor(
    tx,
    lines.map(({ lineItemId }) => lineItemId),
  );
  const needs = sortedOut(lines, stocks).needs.map((need) => ({ ...need, title: "" }));
  // Nothing leaves the house: it is only no longer kept for anybody.
  const freed = movementsOf(needs, { reserved, locationId: null }).map((one) => ({ ...one, stocked: 0 }));
  const { levels, reservations } = await takeAway(tx, freed);
  await announceAll(tx, [
    ...levels.map((id) => ({ name: "inventory-level.updated", data: { id } })),
    ...reservations.map(({ id, isOver }) => ({
      name: `reservation-item.${isOver ? "deleted" : "updated"}`,
      data: { id },
    })),
  ]);
}

const reserveMore = (tx: Tx, { exchanges, salesChannelId, holder }: Exchanged): Promise<void> =>
  reserveStock(tx, {
    lines: exchanges
      .filter(({ before, after }) => after > before)
      .map(({ to, variantId, before, after }) => ({ lineItemId: to!, variantId, quantity: after - before })),
    salesChannelId,
    holder,
  });
