import type { ShownRow } from "../../../graph/row.ts";
import {
  type AskedFacts,
  type AskedPrices,
  productPriceReads,
  type TaxRate,
  withoutInternal,
  withPrices,
  withStoredPrices,
} from "../pricing/index.ts";
import { asksFor, showsPrices } from "./product-view.ts";
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

/** As in v1, prices are selected where `expand` names variants and their prices, and shown as they are by the latter alone. */
export function pricesBy(expand: string | undefined, asked: AskedPrices) {
  if (showsPrices(expand)) {
    const shown = (rows: ProductRow[], facts: AskedFacts | null) => withPrices(rows, facts, "visitor");
    return { ...priced, asked, reads: productPriceReads(asked), shown };
  }
  const nothing = { asked: {}, reads: productPriceReads({}) };
  return asksFor(expand, "variants.prices")
    ? { ...priced, ...nothing, shown: (rows: ProductRow[]) => withStoredPrices(rows) }
    : { ...unpriced, ...nothing, shown: (rows: ProductRow[]) => rows.map(withoutInternal) };
}
