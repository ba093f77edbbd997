import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { fulfillmentEvents } from "./events.ts";
import { exchangeFulfillmentRoutes, orderFulfillmentRoutes } from "./fulfillment-routes.ts";
import { fulfillmentsEntities } from "./fulfillments-graph.ts";
import { fulfillmentWork } from "./fulfillments-jobs.ts";
import { orderReservationRoutes } from "./order-reservation-routes.ts";

export const fulfillments = defineModule({
  name: "orders/fulfillments",
  entities: fulfillmentsEntities,
  routes: [orderFulfillmentRoutes, exchangeFulfillmentRoutes, orderReservationRoutes],
  apiNotes,
  areas: { fulfillments: "write" },
  events: fulfillmentEvents,
  work: fulfillmentWork,
});
