export { analyticsConfigRoutes } from "./analytics-config-routes.ts";
export { deleteAnalyticsConfigsOf } from "./analytics-config-store.ts";
