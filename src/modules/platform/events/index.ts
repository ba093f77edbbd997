export { eventRoutes } from "./event-routes.ts";
export { occurred } from "./event-schemas.ts";
export { eventStreamRoutes } from "./event-stream-routes.ts";
export { type EventRow, event } from "./events-graph.ts";
