import type { Db } from "../../../../db/database.ts";
import { pageOf } from "../../../../http/list-query.ts";
import { listLowStock } from "../low-stock-store.ts";
import { FEW_PIECES } from "../stock.ts";

export const LOW_STOCK_PAGE = 50;

interface LowStockQuery {
  at_most?: number;
  limit?: number;
  offset?: number;
}

export async function readLowStock(
  { db, config }: { db: Db; config: { maxLimit: number } },
  { at_most: most = FEW_PIECES, ...query }: LowStockQuery,
) {
  const paging = pageOf(query, { limit: LOW_STOCK_PAGE, max: config.maxLimit });
  return { ...(await listLowStock(db, { most, ...paging })), ...paging };
}
