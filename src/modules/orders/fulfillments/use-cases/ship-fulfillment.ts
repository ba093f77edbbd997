import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { changePieces } from "../../../selling/line-items/index.ts";
import { lockOrder } from "../../orders/index.ts";
import { carrierBusy } from "../carrier-call.ts";
import { findFulfillmentsInCalls } from "../carrier-call-store.ts";
import { trackingOf } from "../carrier-documents.ts";
import {
  type ConsignmentRef,
  consignmentOf,
  fulfillmentOf,
  refuseEmptyParcel,
  withAddedPieces,
} from "../consignment.ts";
import { fulfillmentEvents } from "../events.ts";
import { requireConsignmentAllows, requireFulfillmentAllows, statusAfter } from "../fulfillment-state.ts";
import { findFulfillment, markShipped, saveConsignmentStatus, type Tracking } from "../fulfillment-store.ts";
import { callCarrier, carrierOf, type FulfillmentDeps } from "./call-carrier.ts";
import { finishOverdueCalls } from "./run-carrier-calls.ts";

interface ShipmentRequest {
  fulfillmentId: string;
  /** Null: the tracking numbers of the carrier. */
  trackingNumbers: readonly string[] | null;
  noNotification: boolean | null;
}

/** Marks a fulfillment as shipped. */
export async function shipFulfillment(
  deps: FulfillmentDeps,
  of: ConsignmentRef,
  request: ShipmentRequest,
): Promise<void> {
  await finishOverdueCalls(deps, of.orderId);
  const links = request.trackingNumbers
    ? request.trackingNumbers.map((number) => ({ number, url: null }))
    : await carrierTracking(deps, of, request);
  await inTransaction(deps.db, (tx) => ship(deps, tx, { of, request, links }));
}

/** Empty for a fulfillment that cannot be shipped: `ship` refuses it under the lock. */
async function carrierTracking(
  deps: FulfillmentDeps,
  { orderId }: ConsignmentRef,
  { fulfillmentId }: ShipmentRequest,
): Promise<Tracking[]> {
  const found = await findFulfillment(deps.db, { id: fulfillmentId, orderId });
  if (!found?.isOpen || found.isInCall || found.providerId === null) return [];
  const carrier = carrierOf(deps, found.providerId);
  if (!carrier.tracking) return [];
  return callCarrier(carrier, "gave no tracking numbers", async () =>
    trackingOf(await carrier.tracking!(found.data)),
  );
}

async function ship(
  deps: FulfillmentDeps,
  tx: Tx,
  { of, request, links }: { of: ConsignmentRef; request: ShipmentRequest; links: readonly Tracking[] },
): Promise<void> {
  const { fulfillmentId, noNotification } = request;
  const order = await lockOrder(deps.graph, tx, of.orderId);
  const consignment = consignmentOf(order, of);
  const fulfillment = fulfillmentOf(consignment, fulfillmentId);
  requireConsignmentAllows("ship", order, consignment);
  requireFulfillmentAllows("ship", fulfillment);
  refuseEmptyParcel(consignment, fulfillment);
  if ((await findFulfillmentsInCalls(tx, of.orderId)).has(fulfillmentId)) throw carrierBusy(fulfillmentId);
  // The setting of an order itself is stored on the order only.
  const saved = of.kind === "order" ? noNotification : (noNotification ?? consignment.noNotification);
  await markShipped(tx, { id: fulfillmentId, noNotification: saved, links });
  await changePieces(
    tx,
    fulfillment.items.map(({ item_id, quantity }) => ({ lineId: item_id, shipped: quantity })),
  );
  const lines = withAddedPieces(consignment.lines, "shipped_quantity", fulfillment.items);
  await saveConsignmentStatus(tx, consignment, statusAfter("ship", { ...consignment, lines }));
  await fulfillmentEvents.announce(tx, `${of.kind}.shipment_created`, {
    id: of.id,
    fulfillment_id: fulfillmentId,
    no_notification: noNotification ?? fulfillment.no_notification ?? consignment.noNotification,
  });
}
