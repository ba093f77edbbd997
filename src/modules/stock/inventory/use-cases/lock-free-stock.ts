import type { Tx } from "../../../../db/database.ts";
import { type Holder, lessHeld, type Stock } from "../hold.ts";
import { lockOwnStock, readHeld } from "../hold-store.ts";
import type { LevelStock, Need, StockLine } from "../stock.ts";
import { lockStock } from "../stock-store.ts";

interface Wanted {
  needs: readonly Need[];
  own: readonly StockLine[];
  salesChannelId: string | null;
  holder: Holder;
}

interface FreeStock {
  levels: LevelStock[];
  /** Of these variants there are only so many; they are looked at only for a holder. */
  limited: Stock[];
}

/**
 * Locks stock, levels by inventory item and then variants by id, and tells what of it is free. What others hold is
 * read when all is locked: a statement that has waited for a lock does not see what was held meanwhile.
 */
export async function lockFreeStock(tx: Tx, wanted: Wanted): Promise<FreeStock> {
  const { salesChannelId, holder } = wanted;
  const itemIds = [...new Set(wanted.needs.map(({ itemId }) => itemId))];
  const levels = itemIds.length > 0 ? await lockStock(tx, { itemIds, salesChannelId }) : [];
  if (holder === undefined) return { levels, limited: [] };
  const variantIds = [...new Set(wanted.own.map(({ variantId }) => variantId))];
  const limited = variantIds.length > 0 ? await lockOwnStock(tx, variantIds) : [];
  const held = await readHeld(tx, { stocks: [...levels, ...limited], holder });
  return { levels: lessHeld(levels, held), limited: lessHeld(limited, held) };
}
