import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import { lockOrder } from "../../orders/index.ts";
import { carrierBusy, type ShipmentCancellation } from "../carrier-call.ts";
import { findFulfillmentsInCalls } from "../carrier-call-store.ts";
import { type ConsignmentRef, consignmentOf, fulfillmentOf, refuseReturnedGoods } from "../consignment.ts";
import { requireFulfillmentAllows } from "../fulfillment-state.ts";
import { carrierOf, type FulfillmentDeps } from "./call-carrier.ts";
import { cancelShipment } from "./cancel-shipment.ts";
import { beginCarrierCall, finishOverdueCalls } from "./run-carrier-calls.ts";

/** Cancels a fulfillment, if its carrier agrees. Has no effect on a fulfillment that is already canceled. */
export async function cancelFulfillment(
  deps: FulfillmentDeps,
  of: ConsignmentRef,
  fulfillmentId: string,
): Promise<void> {
  await finishOverdueCalls(deps, of.orderId);
  const cancellation = await inSideTransaction(deps.db, (tx) => begin(deps, tx, { of, fulfillmentId }));
  if (cancellation) await cancelShipment(deps, cancellation);
}

async function begin(
  deps: FulfillmentDeps,
  tx: Tx,
  { of, fulfillmentId }: { of: ConsignmentRef; fulfillmentId: string },
): Promise<ShipmentCancellation | null> {
  const order = await lockOrder(deps.graph, tx, of.orderId);
  const consignment = consignmentOf(order, of);
  const fulfillment = fulfillmentOf(consignment, fulfillmentId);
  if (fulfillment.canceled_at !== null) return null;
  requireFulfillmentAllows("cancel", fulfillment);
  refuseReturnedGoods(consignment, fulfillment);
  if ((await findFulfillmentsInCalls(tx, of.orderId)).has(fulfillmentId)) throw carrierBusy(fulfillmentId);
  const { provider_id: providerId, data } = fulfillment;
  if (providerId !== null) carrierOf(deps, providerId);
  return beginCarrierCall(tx, { kind: "cancel", id: newId("ccall"), of, fulfillmentId, providerId, data });
}
