import type { Tx } from "../../../../db/database.ts";
import { type Holder, type Stock, withoutHeld } from "../hold.ts";
import { lockVariantQuantities, readHeld } from "../hold-store.ts";
import type { LevelStock, Need, StockLine } from "../stock.ts";
import { lockStock } from "../stock-store.ts";

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
