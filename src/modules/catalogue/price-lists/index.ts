export { type PriceInput, priceListNotFound } from "./price-list.ts";
export {
  deletePricesOlderThan,
  draftListsOfDeletedGroup,
  replaceVariantPrices,
} from "./price-list-changes.ts";
export { checkPriceList } from "./price-list-store.ts";
export {
  type PercentagePrices,
  previewPercentagePrices,
  setNextPercentagePrices,
} from "./use-cases/percentage-prices.ts";
