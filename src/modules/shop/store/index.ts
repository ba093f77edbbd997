export { HAS_STOCK_LOCATIONS } from "./stock-by-location-graph.ts";
export { storeRoutes } from "./store-routes.ts";
export { holdStoreCurrency } from "./store-store.ts";
