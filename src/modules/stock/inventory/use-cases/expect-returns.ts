import type { Tx } from "../../../../db/database.ts";
import type { StockLine } from "../stock.ts";
import { stockOf } from "../stock-store.ts";
import { restoreVariantQuantity, takeVariantQuantity } from "../variant-quantity-store.ts";

/**
 * Goods that a customer will return in a swap. As in v1, they reduce the quantity of the variant until they arrive or the swap is
 * canceled; then `endExpectedReturns` restores it. Stock at locations is not changed.
 */
export async function expectReturns(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const own = await ofOwnStock(tx, lines);
  if (own.length > 0) await takeVariantQuantity(tx, own, { isPromised: true });
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
