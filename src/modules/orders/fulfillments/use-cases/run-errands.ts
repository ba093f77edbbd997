import type { Tx } from "../../../../db/database.ts";
import { autocommit } from "../../../../db/transaction.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type Errand, leaseOf } from "../errand.ts";
import { findOverdue, insertErrand, isErrandOpen, takeErrand } from "../errand-store.ts";
import { bookShipments } from "./book-shipments.ts";
import type { FulfillmentDeps } from "./deps.ts";
import { stopShipment } from "./stop-shipment.ts";

export const ERRAND_TASK = "carrier-errand";

/** Writes down what a carrier is about to be asked, and has somebody look whether it came to an end. */
export async function beginErrand<Kind extends Errand>(tx: Tx, errand: Kind): Promise<Kind> {
  await insertErrand(tx, errand);
  await enqueue(tx, {
    task: ERRAND_TASK,
    payload: { errand_id: errand.id },
    key: errand.id,
    after: leaseOf(errand) * 1000,
  });
  return errand;
}

/** Finishes what a crash, or a carrier that did not answer, has left of earlier requests about the order. */
export async function settleErrands(deps: FulfillmentDeps, orderId: string): Promise<void> {
  for (const id of await findOverdue(deps.db, orderId)) {
    const errand = await takeErrand(autocommit(deps.db), id);
    if (errand) await finished(deps, errand);
  }
}

/** The same as a job. Throws while the carrier does not answer: then it is tried again later. */
export async function finishErrand(deps: FulfillmentDeps, id: string): Promise<void> {
  const errand = await takeErrand(autocommit(deps.db), id);
  if (errand) await finished(deps, errand);
  if (await isErrandOpen(deps.db, id)) throw new Error(`the errand ${id} is not finished yet`);
}

/** That it was refused is told by an event; whoever asks now asked for something else. */
async function finished(deps: FulfillmentDeps, errand: Errand): Promise<void> {
  try {
    if (errand.kind === "book") await bookShipments(deps, errand, { isLate: true });
    else await stopShipment(deps, errand, { isLate: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
