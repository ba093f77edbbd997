export { eventRoutes } from "./event-routes.ts";
export { event } from "./events-graph.ts";
