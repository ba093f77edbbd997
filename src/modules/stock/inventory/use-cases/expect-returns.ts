import type { Tx } from "../../../../db/database.ts";
import { putBackOwnStock, takeOwnStock } from "../own-stock-store.ts";
import type { StockLine } from "../stock.ts";
import { stockOf } from "../stock-store.ts";

/**
 * Goods that a customer has promised to send back in exchange. As in v1, whose clients show the same numbers, a
 * variant's own quantity is less by them until they are here or are no longer expected: then `endExpectation` gives
 * it back. Stock that is kept at locations is not touched.
 */
export async function expectReturns(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const own = await ofOwnStock(tx, lines);
  if (own.length > 0) await takeOwnStock(tx, own, { isPromised: true });
}

export async function endExpectation(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const own = await ofOwnStock(tx, lines);
  if (own.length > 0) await putBackOwnStock(tx, own);
}

async function ofOwnStock(tx: Tx, lines: readonly StockLine[]): Promise<StockLine[]> {
  if (lines.length === 0) return [];
  const variantIds = [...new Set(lines.map(({ variantId }) => variantId))];
  const stocks = await stockOf(tx, variantIds, { includesDeleted: true });
  const own = new Set(stocks.filter((each) => !each.isKeptByLocation).map((each) => each.variantId));
  return lines.filter(({ variantId }) => own.has(variantId));
}
