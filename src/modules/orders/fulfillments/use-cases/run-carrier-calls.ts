import type { Tx } from "../../../../db/database.ts";
import { autocommit } from "../../../../db/transaction.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type CarrierCall, leaseOf } from "../carrier-call.ts";
import {
  claimCarrierCall,
  findOverdueCalls,
  insertCarrierCall,
  isCarrierCallOpen,
} from "../carrier-call-store.ts";
import { bookShipments } from "./book-shipments.ts";
import type { FulfillmentDeps } from "./call-carrier.ts";
import { cancelShipment } from "./cancel-shipment.ts";

// The task and its payload keep their names: jobs of earlier versions may still be queued.
export const CARRIER_CALL_TASK = "carrier-errand";

/** Records a call before it is made, and schedules a job that finishes it if the process dies. */
export async function beginCarrierCall<Kind extends CarrierCall>(tx: Tx, call: Kind): Promise<Kind> {
  await insertCarrierCall(tx, call);
  await enqueue(tx, {
    task: CARRIER_CALL_TASK,
    payload: { errand_id: call.id },
    key: call.id,
    after: leaseOf(call) * 1000,
  });
  return call;
}

/** Finishes calls of earlier requests for the order that a crash or a timeout of the carrier left open. */
export async function finishOverdueCalls(deps: FulfillmentDeps, orderId: string): Promise<void> {
  for (const id of await findOverdueCalls(deps.db, orderId)) {
    const call = await claimCarrierCall(autocommit(deps.db), id);
    if (call) await finish(deps, call);
  }
}

/** Finishes one call as a job. Throws while the carrier does not answer, so that the queue retries it. */
export async function finishCarrierCall(deps: FulfillmentDeps, id: string): Promise<void> {
  const call = await claimCarrierCall(autocommit(deps.db), id);
  if (call) await finish(deps, call);
  if (await isCarrierCallOpen(deps.db, id)) throw new Error(`the carrier call ${id} is not finished yet`);
}

/** A refusal is announced by an event: the current request is about something else. */
async function finish(deps: FulfillmentDeps, call: CarrierCall): Promise<void> {
  try {
    if (call.kind === "book") await bookShipments(deps, call, { isRetry: true });
    else await cancelShipment(deps, call, { isRetry: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
