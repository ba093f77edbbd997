import type { Connection, Tx } from "../../../../db/database.ts";
import { exponentOf } from "../../../../kernel/currencies.ts";
import { changedAmount, type PriceChange } from "../../pricing/index.ts";
import {
  countRegularPrices,
  findVariantIds,
  type GoodsFilter,
  type RegularPrice,
  readRegularPrices,
} from "../percentage-price-store.ts";
import { announceChange, upsertPrices } from "../price-list-changes.ts";
import { lockPriceList } from "../price-list-store.ts";

/** The prices of a list as a percentage of the regular ones. Null: every currency. */
export interface PercentagePrices extends PriceChange, GoodsFilter {
  listId: string;
  currencies: string[] | null;
}

const changedPrice = (price: RegularPrice, change: PriceChange) =>
  changedAmount(price.amount, change, exponentOf(price.currency_code));

/** What would be stored: how many prices, and the first ones as examples. */
export async function previewPercentagePrices(on: Connection, wanted: PercentagePrices) {
  const counted = await countRegularPrices(on, wanted);
  const ids = await findVariantIds(on, { ...wanted, after: "", limit: EXAMPLES });
  const prices = await readRegularPrices(on, { ...wanted, ids });
  return {
    ...counted,
    examples: prices.slice(0, EXAMPLES).map((price) => ({
      product: price.product_title,
      variant: price.variant_title,
      currency_code: price.currency_code,
      region_id: price.region_id,
      regular: price.amount,
      amount: changedPrice(price, wanted),
    })),
  };
}

const EXAMPLES = 8;

/**
 * Sets the prices of the next variants after an id. It begins from the regular prices, so the same call has the same
 * result when it runs again. Null: there are no further variants.
 */
export async function setNextPercentagePrices(
  tx: Tx,
  { after, limit, ...wanted }: PercentagePrices & { after: string; limit: number },
): Promise<{ last: string; variants: number; prices: number } | null> {
  const { listId } = wanted;
  await lockPriceList(tx, listId);
  const ids = await findVariantIds(tx, { ...wanted, after, limit });
  if (ids.length === 0) return null;
  const regular = await readRegularPrices(tx, { ...wanted, ids });
  const prices = regular.map((price) => ({
    ...(price.listed_id && { id: price.listed_id }),
    variant_id: price.variant_id,
    amount: changedPrice(price, wanted),
    ...(price.region_id ? { region_id: price.region_id } : { currency_code: price.currency_code }),
  }));
  await upsertPrices(tx, listId, prices);
  if (prices.length > 0) await announceChange(tx, listId);
  return { last: ids.at(-1)!, variants: ids.length, prices: prices.length };
}
