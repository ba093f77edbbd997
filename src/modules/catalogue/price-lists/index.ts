export type { PriceInput } from "./list-price.ts";
export { deletePricesOlderThan, replaceVariantPrices } from "./list-price-changes.ts";
export { listPricesRoutes } from "./list-prices-routes.ts";
export { priceListNotFound } from "./price-list.ts";
export { draftListsOfDeletedGroup } from "./price-list-changes.ts";
export { priceListRoutes } from "./price-list-routes.ts";
export { checkPriceList } from "./price-list-store.ts";
