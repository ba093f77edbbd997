import type { Work } from "../../../jobs/runner.ts";
import type { FulfillmentDeps } from "./use-cases/call-carrier.ts";
import { CARRIER_CALL_TASK, finishCarrierCall } from "./use-cases/run-carrier-calls.ts";

/** Finishes carrier calls that their requests left open. */
export const fulfillmentWork = (deps: FulfillmentDeps): Work => ({
  tasks: { [CARRIER_CALL_TASK]: ({ errand_id: id }) => finishCarrierCall(deps, String(id)) },
});
