export { exchangeFulfillmentRoutes, orderFulfillmentRoutes } from "./fulfillment-routes.ts";
export { moveFulfillmentsToEdit } from "./fulfillment-stock-store.ts";
export { fulfillment } from "./fulfillments-graph.ts";
export { fulfillmentWork } from "./fulfillments-jobs.ts";
export { orderReservationRoutes } from "./order-reservation-routes.ts";
