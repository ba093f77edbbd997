export { moveFulfillmentsToEdit } from "./edited-lines-store.ts";

import type { Work } from "../../../jobs/work.ts";
import type { FulfillmentDeps } from "./use-cases/deps.ts";
import { ERRAND_TASK, finishErrand } from "./use-cases/run-errands.ts";

/** What was begun at a carrier comes to an end, whatever became of the request. */
export const fulfillmentWork = (deps: FulfillmentDeps): Work => ({
  tasks: { [ERRAND_TASK]: ({ errand_id: id }) => finishErrand(deps, String(id)) },
});

export { exchangeFulfillmentRoutes, orderFulfillmentRoutes } from "./fulfillment-routes.ts";
export { fulfillment } from "./fulfillments-graph.ts";
export { orderReservationRoutes } from "./order-reservation-routes.ts";
