import type { Tx } from "../../../../db/database.ts";
import { inventoryEvents } from "../events.ts";
import { growLevels, lockLevelsForReturn } from "../inventory-level-store.ts";
import { type ReturnedLine, restockedLevels } from "../returned-stock.ts";
import { partitionLines, type StockLine } from "../stock.ts";
import { stockOf } from "../stock-store.ts";
import {
  linesThatTookVariantQuantity,
  restoreVariantQuantity,
  takeVariantQuantity,
} from "../variant-quantity-store.ts";
import { reduceReservations } from "./release-reservations.ts";

interface ReturnedGoods {
  lines: readonly ReturnedLine[];
  salesChannelId: string | null;
  /** The location of the goods; null if unknown. */
  locationId: string | null;
}

/**
 * Adds returned goods to the stock: to a level if stock is managed by location, otherwise to the quantity of the variant. Pieces
 * that were never sent are no longer reserved. Refuses a location without a level for an item.
 */
export async function restockReturnedGoods(tx: Tx, returned: ReturnedGoods): Promise<void> {
  if (returned.lines.length === 0) return;
  const { stocks, known, own, isLocated, placed } = await returnLocations(tx, returned);
  if (isLocated) {
    await growLevels(tx, placed);
    await inventoryEvents.announceEach(
      tx,
      "inventory-level.updated",
      placed.map(({ id }) => ({ id })),
    );
    const unsent = known.map((line) => ({ ...line, quantity: line.unsent }));
    await reduceReservations(
      tx,
      unsent.filter(({ quantity }) => quantity > 0),
      stocks,
    );
  }
  const counted = await linesThatTookVariantQuantity(tx, own);
  if (counted.length > 0) await restoreVariantQuantity(tx, counted);
}

/** Refuses what `restockReturnedGoods` would refuse, before anything is written. */
export async function checkReturnLocation(tx: Tx, returned: ReturnedGoods): Promise<void> {
  if (returned.lines.length > 0) await returnLocations(tx, returned);
}

async function returnLocations(tx: Tx, { lines, salesChannelId, locationId }: ReturnedGoods) {
  const stocks = await stockOf(tx, [...new Set(lines.map(({ variantId }) => variantId))]);
  // A deleted variant is not restocked.
  const known = lines.filter(({ variantId }) => stocks.some((stock) => stock.variantId === variantId));
  const { own } = partitionLines(known, stocks);
  const sent = known.map((line) => ({ ...line, quantity: line.quantity - line.unsent }));
  const { needs } = partitionLines(sent, stocks);
  const itemIds = [...new Set(needs.map(({ itemId }) => itemId))];
  const levels = needs.length > 0 ? await lockLevelsForReturn(tx, { itemIds, salesChannelId }) : [];
  const placed = restockedLevels(needs, { levels, lines, locationId });
  return { stocks, known, own, isLocated: needs.length > 0, placed };
}

/**
 * Goods that a customer will return in a swap. As in v1, they reduce the quantity of the variant until they arrive or the swap is
 * canceled; then `endExpectedReturns` restores it. Stock at locations is not changed.
 */
export async function expectReturns(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const own = await ofOwnStock(tx, lines);
  if (own.length > 0) await takeVariantQuantity(tx, own, { ignoresShortage: true });
}

export async function endExpectedReturns(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const own = await ofOwnStock(tx, lines);
  if (own.length > 0) await restoreVariantQuantity(tx, own);
}

async function ofOwnStock(tx: Tx, lines: readonly StockLine[]): Promise<StockLine[]> {
  if (lines.length === 0) return [];
  const variantIds = [...new Set(lines.map(({ variantId }) => variantId))];
  const stocks = await stockOf(tx, variantIds, { includesDeleted: true });
  const own = new Set(stocks.filter((each) => !each.isByLocation).map((each) => each.variantId));
  return lines.filter(({ variantId }) => own.has(variantId));
}
