export { listPricesRoutes } from "./list-prices-routes.ts";
export { priceListRoutes } from "./price-list-routes.ts";
