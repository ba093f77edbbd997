export { analyticsWork } from "./analytics-jobs.ts";
export { analyticsRoutes } from "./analytics-routes.ts";
export { recountCarts } from "./use-cases/roll-up.ts";
