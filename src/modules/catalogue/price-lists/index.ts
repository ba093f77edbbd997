export { listPricesRoutes } from "./list-prices-routes.ts";
export { type PriceInput, priceListNotFound } from "./price-list.ts";
export {
  deletePricesOlderThan,
  draftListsOfDeletedGroup,
  replaceVariantPrices,
} from "./price-list-changes.ts";
export { priceListRoutes } from "./price-list-routes.ts";
export { checkPriceList } from "./price-list-store.ts";
