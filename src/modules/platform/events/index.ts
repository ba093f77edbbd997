export { eventRoutes } from "./event-routes.ts";
export { type EventRow, event } from "./events-graph.ts";
