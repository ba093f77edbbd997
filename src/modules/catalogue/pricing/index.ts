export {
  deleteAllListPrices,
  deleteListPrices,
  deleteListPricesBefore,
  insertListPrices,
  type PriceSelector,
  saveListPrices,
} from "./list-price-store.ts";
export { changedAmount, type PriceChange, priceEndings } from "./percentage.ts";
export type { PriceFacts, RequestPriceFacts } from "./price-facts.ts";
export type { Price, TaxRate } from "./price-selection.ts";
export { unitPriceFor, withoutInternal } from "./priced-variant.ts";
export { priceList } from "./pricing-graph.ts";
export {
  asRowExtras,
  checkedPriceFacts,
  type PriceQuery,
  priceFactsOf,
  productPriceReads,
  variantPriceReads,
  variantTaxRates,
  withPrices,
  withStoredPrices,
  withVariantPrices,
} from "./product-prices-graph.ts";
export {
  deletePricesOfVariants,
  deleteVariantPrices,
  type PriceRow,
  saveVariantPrices,
} from "./variant-price-store.ts";
