import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import { lockOrder } from "../../orders/index.ts";
import { type ConsignmentRef, consignmentOf, fulfillmentOf, refuseCameBack } from "../consignment.ts";
import { type Cancellation, underWay } from "../errand.ts";
import { findUnderWay } from "../errand-store.ts";
import { allowFulfillment } from "../fulfillment-state.ts";
import { carrierOf } from "./ask-carrier.ts";
import type { FulfillmentDeps } from "./deps.ts";
import { beginErrand, settleErrands } from "./run-errands.ts";
import { stopShipment } from "./stop-shipment.ts";

/** The goods are not sent after all. The carrier must agree; what was canceled before is canceled. */
export async function cancelFulfillment(
  deps: FulfillmentDeps,
  of: ConsignmentRef,
  fulfillmentId: string,
): Promise<void> {
  await settleErrands(deps, of.orderId);
  const cancellation = await inSideTransaction(deps.db, (tx) => begin(deps, tx, { of, fulfillmentId }));
  if (cancellation) await stopShipment(deps, cancellation);
}

async function begin(
  deps: FulfillmentDeps,
  tx: Tx,
  { of, fulfillmentId }: { of: ConsignmentRef; fulfillmentId: string },
): Promise<Cancellation | null> {
  const order = await lockOrder(deps.graph, tx, of.orderId);
  const consignment = consignmentOf(order, of);
  const fulfillment = fulfillmentOf(consignment, fulfillmentId);
  if (fulfillment.canceled_at !== null) return null;
  allowFulfillment("cancel", fulfillment);
  refuseCameBack(consignment, fulfillment);
  if ((await findUnderWay(tx, of.orderId)).has(fulfillmentId)) throw underWay(fulfillmentId);
  const { provider_id: providerId, data } = fulfillment;
  if (providerId !== null) carrierOf(deps, providerId);
  return beginErrand(tx, { kind: "cancel", id: newId("errand"), of, fulfillmentId, providerId, data });
}
