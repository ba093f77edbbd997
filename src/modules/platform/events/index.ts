export { occurred } from "./event-schemas.ts";
export { type EventRow, event } from "./events-graph.ts";
