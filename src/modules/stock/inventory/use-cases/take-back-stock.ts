import type { Tx } from "../../../../db/database.ts";
import { announceEach } from "../../../../events/announce.ts";
import { linesThatTookOwn } from "../hand-counted-store.ts";
import { putBackOwnStock } from "../own-stock-store.ts";
import { placedBack, type ReturnedLine } from "../returned-stock.ts";
import { growLevels, lockOpenLevels } from "../returned-stock-store.ts";
import { sortedOut } from "../stock.ts";
import { stockOf } from "../stock-store.ts";
import { freeReservations } from "./free-reservations.ts";

interface Arrived {
  lines: readonly ReturnedLine[];
  salesChannelId: string | null;
  /** Where they arrived; null when nobody said. */
  locationId: string | null;
}

/**
 * Goods came back and can be sold again: more at a location where stock is kept by location, else more of the
 * variant's own quantity. Pieces that never left are no longer reserved. Refuses a location at which an item is not kept.
 */
export async function takeBackStock(tx: Tx, arrived: Arrived): Promise<void> {
  if (arrived.lines.length === 0) return;
  const { stocks, known, own, isLocated, placed } = await placesOf(tx, arrived);
  if (isLocated) {
    await growLevels(tx, placed);
    await announceEach(
      tx,
      "inventory-level.updated",
      placed.map(({ id }) => ({ id })),
    );
    const unsent = known.map((line) => ({ ...line, quantity: line.unsent }));
    await freeReservations(
      tx,
      unsent.filter(({ quantity }) => quantity > 0),
      stocks,
    );
  }
  const counted = await linesThatTookOwn(tx, own);
  if (counted.length > 0) await putBackOwnStock(tx, counted);
}

/** Refuses what `takeBackStock` would refuse, before anything is done. */
export async function checkPlaceOfReturned(tx: Tx, arrived: Arrived): Promise<void> {
  if (arrived.lines.length > 0) await placesOf(tx, arrived);
}

async function placesOf(tx: Tx, { lines, salesChannelId, locationId }: Arrived) {
  const stocks = await stockOf(tx, [...new Set(lines.map(({ variantId }) => variantId))]);
  // Of a variant that was deleted nothing is sold any more.
  const known = lines.filter(({ variantId }) => stocks.some((stock) => stock.variantId === variantId));
  const { own } = sortedOut(known, stocks);
  const sent = known.map((line) => ({ ...line, quantity: line.quantity - line.unsent }));
  const { needs } = sortedOut(sent, stocks);
  const itemIds = [...new Set(needs.map(({ itemId }) => itemId))];
  const levels = needs.length > 0 ? await lockOpenLevels(tx, { itemIds, salesChannelId }) : [];
  const placed = placedBack(needs, { levels, lines, locationId });
  return { stocks, known, own, isLocated: needs.length > 0, placed };
}
