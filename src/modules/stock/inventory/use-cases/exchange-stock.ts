import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/announce.ts";
import { lockLevelsOf } from "../fulfilled-stock-store.ts";
import { linesThatTookOwn } from "../hand-counted-store.ts";
import type { Holder } from "../hold.ts";
import { putBackOwnStock } from "../own-stock-store.ts";
import { moveReservations } from "../reservation-move-store.ts";
import { stockOf } from "../stock-store.ts";
import { freeReservations } from "./free-reservations.ts";
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
 * Lets stock follow lines that were edited: reservations go on with the lines that take the place of others, what is no
 * longer needed is given back, and what is needed besides is taken or refused with `insufficient_inventory`. Unlike in
 * v1 that holds for the own quantity of variants, too: it gets back what an edited order took, not more and not less.
 */
export async function exchangeStock(tx: Tx, { exchanges, salesChannelId, holder }: Exchanged): Promise<void> {
  const variantIds = [...new Set(exchanges.map(({ variantId }) => variantId))];
  const stocks = await stockOf(tx, variantIds, { includesDeleted: true });
  const atLocations = stocks.filter(({ isKeptByLocation }) => isKeptByLocation);
  const kept = exchanges.filter((one) => atLocations.some(({ variantId }) => variantId === one.variantId));
  if (kept.length > 0) {
    // All levels at once, in the order that everybody keeps.
    await lockLevelsOf(
      tx,
      [...new Set(atLocations.flatMap(({ items }) => items.map(({ itemId }) => itemId)))].sort(),
    );
    const moved = await moveReservations(
      tx,
      kept.flatMap(({ from, to }) => (from !== null && to !== null ? [{ from, to }] : [])),
    );
    await announceAll(
      tx,
      moved.map((id) => ({ name: "reservation-item.updated", data: { id } })),
    );
    await freeReservations(tx, kept.flatMap(fewerOf), atLocations);
  }
  const own = await linesThatTookOwn(
    tx,
    exchanges
      .filter((one) => !kept.includes(one))
      .map((one) => ({ ...one, lineItemId: (one.to ?? one.from)!, quantity: one.before - one.after })),
  );
  const fewer = own.filter(({ quantity }) => quantity > 0);
  if (fewer.length > 0) await putBackOwnStock(tx, fewer);
  await reserveMore(tx, { exchanges: [...kept, ...own], salesChannelId, holder });
}

const fewerOf = ({ from, to, variantId, before, after }: Exchange) =>
  after < before ? [{ lineItemId: (to ?? from)!, variantId, quantity: before - after }] : [];

const reserveMore = (tx: Tx, { exchanges, salesChannelId, holder }: Exchanged): Promise<void> =>
  reserveStock(tx, {
    lines: exchanges
      .filter(({ before, after }) => after > before)
      .map(({ to, variantId, before, after }) => ({ lineItemId: to!, variantId, quantity: after - before })),
    salesChannelId,
    holder,
  });
