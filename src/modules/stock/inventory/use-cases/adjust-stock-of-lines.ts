import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/define-events.ts";
import type { Rules } from "../../../../plugins/rules/rules.ts";
import type { Destination } from "../chosen-locations.ts";
import { inventoryEvents } from "../events.ts";
import { lockLevelsOf } from "../fulfilled-stock-store.ts";
import type { Holder } from "../hold.ts";
import { moveReservations } from "../reservation-store.ts";
import { stockOf } from "../stock-store.ts";
import { linesThatTookVariantQuantity, restoreVariantQuantity } from "../variant-quantity-store.ts";
import { reduceReservations } from "./release-reservations.ts";
import { reserveStock } from "./reserve-stock.ts";

/** A line that an edit replaced, with the pieces that are still to be sent before and after. */
export interface LineStockChange {
  /** Null for a line that is added. */
  from: string | null;
  /** Null for a line that is removed. */
  to: string | null;
  variantId: string;
  before: number;
  after: number;
}

interface LineStockChanges {
  exchanges: readonly LineStockChange[];
  /** Stock is taken from the locations of this channel; from all locations if null. */
  salesChannelId: string | null;
  holder?: Holder;
  /** A plugin may choose the locations. */
  rules: Rules;
  destination?: (() => Promise<Destination | null>) | undefined;
}

/**
 * Adjusts stock to edited lines: reservations move to the new lines, unneeded stock is restored, and additional stock is reserved or
 * refused with `insufficient_inventory`. Unlike v1 it also adjusts the quantities of variants.
 */
export async function adjustStockOfLines(tx: Tx, changes: LineStockChanges): Promise<void> {
  const { exchanges } = changes;
  const variantIds = [...new Set(exchanges.map(({ variantId }) => variantId))];
  const stocks = await stockOf(tx, variantIds, { includesDeleted: true });
  const atLocations = stocks.filter(({ isByLocation }) => isByLocation);
  const byLocation = exchanges.filter((one) =>
    atLocations.some(({ variantId }) => variantId === one.variantId),
  );
  if (byLocation.length > 0) {
    // All levels at once, in the lock order.
    await lockLevelsOf(
      tx,
      [...new Set(atLocations.flatMap(({ items }) => items.map(({ itemId }) => itemId)))].sort(),
    );
    const moved = await moveReservations(
      tx,
      byLocation.flatMap(({ from, to }) => (from !== null && to !== null ? [{ from, to }] : [])),
    );
    await announceAll(
      tx,
      moved.map((id) => inventoryEvents.of("reservation-item.updated", { id })),
    );
    await reduceReservations(tx, byLocation.flatMap(fewerOf), atLocations);
  }
  const own = await linesThatTookVariantQuantity(
    tx,
    exchanges
      .filter((one) => !byLocation.includes(one))
      .map((one) => ({ ...one, lineItemId: (one.to ?? one.from)!, quantity: one.before - one.after })),
  );
  const fewer = own.filter(({ quantity }) => quantity > 0);
  if (fewer.length > 0) await restoreVariantQuantity(tx, fewer);
  await reserveMore(tx, { ...changes, exchanges: [...byLocation, ...own] });
}

const fewerOf = ({ from, to, variantId, before, after }: LineStockChange) =>
  after < before ? [{ lineItemId: (to ?? from)!, variantId, quantity: before - after }] : [];

const reserveMore = (tx: Tx, { exchanges, ...request }: LineStockChanges): Promise<void> =>
  reserveStock(tx, {
    ...request,
    lines: exchanges
      .filter(({ before, after }) => after > before)
      .map(({ to, variantId, before, after }) => ({ lineItemId: to!, variantId, quantity: after - before })),
  });
