import type { ShownRow } from "../../../graph/row.ts";
import {
  type PriceQuery,
  productPriceReads,
  type RequestPriceFacts,
  type TaxRate,
  withoutInternal,
  withPrices,
  withStoredPrices,
} from "../pricing/index.ts";
import { expands, showsPrices } from "./product-view.ts";
import type { pricedProduct, product } from "./products-graph.ts";
import {
  storeProduct,
  storeProducts,
  storeProductsWithoutPrices,
  storeProductWithoutPrices,
} from "./storefront-schemas.ts";

const priced = { one: storeProduct, list: storeProducts };
const unpriced = { one: storeProductWithoutPrices, list: storeProductsWithoutPrices };

export type ProductRow = (ShownRow<typeof pricedProduct> | ShownRow<typeof product>) & {
  $tax_rates?: TaxRate[];
};

/** As in v1, `expand=variants,variants.prices` selects prices, and `variants.prices` alone shows the stored prices. */
export function priceViewFor(expand: string | undefined, priceQuery: PriceQuery) {
  if (showsPrices(expand)) {
    const shown = (rows: ProductRow[], facts: RequestPriceFacts | null) =>
      withPrices(rows, facts, "storefront");
    return { ...priced, priceQuery, reads: productPriceReads(priceQuery), shown };
  }
  const noPriceQuery = { priceQuery: {}, reads: productPriceReads({}) };
  return expands(expand, "variants.prices")
    ? { ...priced, ...noPriceQuery, shown: (rows: ProductRow[]) => withStoredPrices(rows) }
    : { ...unpriced, ...noPriceQuery, shown: (rows: ProductRow[]) => rows.map(withoutInternal) };
}
