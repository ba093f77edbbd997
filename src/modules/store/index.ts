export { storeRoutes } from "./store-routes.ts";
export { holdStoreCurrency } from "./store-store.ts";
