export { analyticsConfigRoutes } from "./analytics-config-routes.ts";
export { deleteConfigsOf } from "./analytics-config-store.ts";
