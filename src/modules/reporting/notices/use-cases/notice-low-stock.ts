import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { FEW_PIECES, lowStockOf } from "../../../stock/inventory/index.ts";
import { noticeEvents } from "../events.ts";
import {
  forgetNoted,
  listNoted,
  listSold,
  lockCursor,
  moveCursor,
  noteLow,
} from "../low-stock-notice-store.ts";

// Bounded: a run takes the same time in every shop.
const ORDERS = 500;
const NOTED = 1_000;

/**
 * Announces the variants that were sold down to a few pieces. It looks at what was sold since the last run, never at the whole
 * catalogue, and costs nothing while an order is placed. A variant is announced again after it had more in between.
 */
export const noticeLowStock = ({ db }: { db: Db }): Promise<void> =>
  inTransaction(db, async (tx) => {
    const cursor = await lockCursor(tx);
    const noted = await listNoted(tx, NOTED);
    const stillLow = new Set(await lowStockOf(tx, noted, FEW_PIECES));
    await forgetNoted(
      tx,
      noted.filter((id) => !stillLow.has(id)),
    );
    const sold = await listSold(tx, cursor, ORDERS);
    if (sold.length === 0) return;
    const ids = new Set(sold.map(({ variant_id }) => variant_id).filter((id) => id !== null));
    const low = await noteLow(tx, await lowStockOf(tx, [...ids], FEW_PIECES));
    await noticeEvents.announceEach(
      tx,
      "stock.low",
      low.map((id) => ({ id })),
    );
    await moveCursor(tx, Math.max(...sold.map(({ seq }) => seq)));
  });
