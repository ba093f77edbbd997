export { regionAssignmentRoutes } from "./region-assignment-routes.ts";
export { regionRoutes } from "./region-routes.ts";
export { lockRegionShared } from "./region-store.ts";
