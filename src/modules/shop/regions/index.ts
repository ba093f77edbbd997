export { regionPartsRoutes } from "./region-parts-routes.ts";
export { regionRoutes } from "./region-routes.ts";
export { holdRegion } from "./region-store.ts";
