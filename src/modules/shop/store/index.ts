export { HAS_STOCK_LOCATIONS } from "./store-graph.ts";
export { storeRoutes } from "./store-routes.ts";
export { lockStoreCurrencyShared } from "./store-store.ts";
