import type { Tx } from "../../../../db/database.ts";
import type { Rules } from "../../../../plugins/rules/rules.ts";
import { type Destination, inChosenOrder } from "../chosen-locations.ts";
import { inventoryEvents } from "../events.ts";
import { type Holder, refuseVariantShortage, type Stock, withoutHeld } from "../hold.ts";
import { deleteHolds, lockVariantQuantities, readHeld } from "../hold-store.ts";
import { allocateStock, type LevelStock, type Need, partitionLines, type StockLine } from "../stock.ts";
import { insertAllocations, lockStock, stockOf } from "../stock-store.ts";
import { takeVariantQuantity } from "../variant-quantity-store.ts";

interface StockRequest {
  lines: readonly StockLine[];
  /** Stock is taken from the locations of this channel; from all locations if null. */
  salesChannelId: string | null;
  /** Holds of other carts are respected; the holds of this cart are deleted. */
  holder?: Holder;
  /** For draft orders: missing stock is reserved as a backorder. */
  ignoresShortage?: boolean;
  /** False if the shop has no locations. */
  isLocated?: boolean;
  /** A plugin may choose the locations. */
  rules: Rules;
  destination?: (() => Promise<Destination | null>) | undefined;
}

/**
 * Reserves stock for all lines or refuses with `insufficient_inventory`: with reservations if stock is managed by location,
 * otherwise from the quantity of the variant. Locks levels by inventory item, then variants by id, so that two checkouts cannot
 * deadlock.
 */
export async function reserveStock(tx: Tx, request: StockRequest): Promise<void> {
  if (request.lines.length > 0) await takeStock(tx, request);
  if (request.holder !== undefined) await deleteHolds(tx, request.holder);
}

async function takeStock(tx: Tx, request: StockRequest): Promise<void> {
  const { salesChannelId, holder, ignoresShortage = false } = request;
  const { needs, own } = await partitionByStock(tx, request);
  const { levels, limited } = await lockAvailableStock(tx, { needs, own, salesChannelId, holder });
  const locationNeeds = ignoresShortage ? needs.map((need) => ({ ...need, allowsBackorder: true })) : needs;
  const preferred = await inChosenOrder(request, needs, levels);
  if (needs.length > 0) await reserveAtLocations(tx, locationNeeds, preferred);
  if (own.length > 0) {
    if (!ignoresShortage) refuseVariantShortage(own, limited);
    await takeVariantQuantity(tx, own, { ignoresShortage });
  }
}

/** Draft orders read the stock first; otherwise the update itself checks the quantity of a variant. */
async function partitionByStock(tx: Tx, { lines, ignoresShortage = false, isLocated = true }: StockRequest) {
  if (!isLocated && !ignoresShortage) return { needs: [], own: lines };
  const variantIds = [...new Set(lines.map((line) => line.variantId))];
  return partitionLines(lines, await stockOf(tx, variantIds));
}

async function reserveAtLocations(tx: Tx, needs: Need[], levels: LevelStock[]): Promise<void> {
  const allocations = allocateStock(needs, levels);
  if (allocations.length === 0) return;
  const ids = await insertAllocations(tx, allocations);
  await inventoryEvents.announce(tx, "reservation-items.bulk-created", { ids });
}

interface StockToLock {
  needs: readonly Need[];
  own: readonly StockLine[];
  salesChannelId: string | null;
  holder: Holder;
}

interface FreeStock {
  levels: LevelStock[];
  /** Variants with limited stock; only read for a holder. */
  limited: Stock[];
}

/**
 * Locks levels by inventory item, then variants by id, and returns the available quantities. Holds of other carts are read after
 * all locks: a statement that has waited for a lock does not see holds that were added during the wait.
 */
export async function lockAvailableStock(tx: Tx, toLock: StockToLock): Promise<FreeStock> {
  const { salesChannelId, holder } = toLock;
  const itemIds = [...new Set(toLock.needs.map(({ itemId }) => itemId))];
  const levels = itemIds.length > 0 ? await lockStock(tx, { itemIds, salesChannelId }) : [];
  if (holder === undefined) return { levels, limited: [] };
  const variantIds = [...new Set(toLock.own.map(({ variantId }) => variantId))];
  const limited = variantIds.length > 0 ? await lockVariantQuantities(tx, variantIds) : [];
  const held = await readHeld(tx, { stocks: [...levels, ...limited], holder });
  return { levels: withoutHeld(levels, held), limited: withoutHeld(limited, held) };
}
