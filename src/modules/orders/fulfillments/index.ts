export { moveFulfillmentsToEdit } from "./fulfillment-stock-store.ts";
export { fulfillment } from "./fulfillments-graph.ts";
export { fulfillmentWork } from "./fulfillments-jobs.ts";
