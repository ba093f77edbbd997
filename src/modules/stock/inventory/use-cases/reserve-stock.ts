import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { type Holder, refuseOwnShortage } from "../hold.ts";
import { deleteHolds } from "../hold-store.ts";
import { takeOwnStock } from "../own-stock-store.ts";
import { allocated, type LevelStock, type Need, type StockLine, sortedOut } from "../stock.ts";
import { insertAllocations, stockOf } from "../stock-store.ts";
import { lockFreeStock } from "./lock-free-stock.ts";

interface Wanted {
  lines: readonly StockLine[];
  /** Stock is taken from the locations of this channel; from all when there is none. */
  salesChannelId: string | null;
  /** What others hold is left to them; what the holder held has served its purpose. */
  holder?: Holder;
  /** Somebody of the shop has promised the goods: they are kept as backorders where there is not enough. */
  isPromised?: boolean;
  /** False where nothing in the whole shop is kept by location. */
  isLocated?: boolean;
}

/**
 * Keeps stock for lines, all of them or none: reservations where stock is kept by location, else less of the
 * variant's own quantity. Refuses with `insufficient_inventory`. Locks levels by inventory item, then variants by
 * id, so that no two checkouts wait for each other in a circle.
 */
export async function reserveStock(tx: Tx, wanted: Wanted): Promise<void> {
  if (wanted.lines.length > 0) await takeStock(tx, wanted);
  if (wanted.holder !== undefined) await deleteHolds(tx, wanted.holder);
}

async function takeStock(tx: Tx, wanted: Wanted): Promise<void> {
  const { salesChannelId, holder, isPromised = false } = wanted;
  const { needs, own } = await sortedByPlace(tx, wanted);
  const { levels, limited } = await lockFreeStock(tx, { needs, own, salesChannelId, holder });
  const wantedThere = isPromised ? needs.map((need) => ({ ...need, allowsBackorder: true })) : needs;
  if (needs.length > 0) await reserveAtLocations(tx, wantedThere, levels);
  if (own.length > 0) {
    if (!isPromised) refuseOwnShortage(own, limited);
    await takeOwnStock(tx, own, { isPromised });
  }
}

/** What is promised has to be there; everything else is found out when it is taken. */
async function sortedByPlace(tx: Tx, { lines, isPromised = false, isLocated = true }: Wanted) {
  if (!isLocated && !isPromised) return { needs: [], own: lines };
  const variantIds = [...new Set(lines.map((line) => line.variantId))];
  return sortedOut(lines, await stockOf(tx, variantIds));
}

async function reserveAtLocations(tx: Tx, needs: Need[], levels: LevelStock[]): Promise<void> {
  const allocations = allocated(needs, levels);
  if (allocations.length === 0) return;
  const ids = await insertAllocations(tx, allocations);
  await announce(tx, "reservation-items.bulk-created", { ids });
}
