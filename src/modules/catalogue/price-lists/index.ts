export type { PriceInput } from "./list-price.ts";
export { listPricesRoutes } from "./list-prices-routes.ts";
export { unknownPriceList } from "./price-list.ts";
export { priceListRoutes } from "./price-list-routes.ts";
export { checkPriceList } from "./price-list-store.ts";
export { letGoOfGroup } from "./use-cases/let-go-of-group.ts";
export { dropOlderPrices, replaceVariantPrices } from "./use-cases/replace-variant-prices.ts";
