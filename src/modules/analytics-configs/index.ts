export { analyticsConfigRoutes } from "./analytics-config-routes.ts";
