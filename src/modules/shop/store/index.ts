export { HAS_STOCK_LOCATIONS } from "./store-graph.ts";
export { storeRoutes } from "./store-routes.ts";
export { findStoreName, lockStoreCurrencyShared } from "./store-store.ts";
