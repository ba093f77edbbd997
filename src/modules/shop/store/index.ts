export { HAS_STOCK_LOCATIONS } from "./store-graph.ts";
export { findStoreName, lockStoreCurrencyShared } from "./store-store.ts";
