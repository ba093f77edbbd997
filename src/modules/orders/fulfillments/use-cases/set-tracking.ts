import { inTransaction } from "../../../../db/transaction.ts";
import { type LockedOrder, lockOrder } from "../../orders/index.ts";
import { type Consignment, consignmentOf, fulfillmentOf, unknownFulfillment } from "../consignment.ts";
import { fulfillmentEvents } from "../events.ts";
import { requireFulfillmentAllows } from "../fulfillment-state.ts";
import type { Tracking } from "../fulfillment-store.ts";
import { replaceTracking } from "../tracking-store.ts";
import type { FulfillmentDeps } from "./call-carrier.ts";

interface TrackingRequest {
  orderId: string;
  fulfillmentId: string;
  links: readonly Tracking[];
  noNotification: boolean | null;
}

/** Replaces the tracking numbers of a fulfillment, before or after it was shipped. */
export const setTracking = (deps: FulfillmentDeps, request: TrackingRequest): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { fulfillmentId, links, noNotification } = request;
    const order = await lockOrder(deps.graph, tx, request.orderId);
    const consignment = consignmentWith(order, fulfillmentId);
    const fulfillment = fulfillmentOf(consignment, fulfillmentId);
    requireFulfillmentAllows("track", fulfillment);
    if (!(await replaceTracking(tx, fulfillmentId, links))) return;
    const isSilent = noNotification ?? fulfillment.no_notification ?? consignment.noNotification;
    await fulfillmentEvents.announce(tx, `${consignment.kind}.tracking_changed`, {
      id: consignment.id,
      fulfillment_id: fulfillmentId,
      // The mail about the shipment will have the numbers of a parcel that has not left.
      no_notification: fulfillment.shipped_at === null ? true : isSilent,
    });
  });

function consignmentWith(order: LockedOrder, fulfillmentId: string): Consignment {
  const orderId = order.id;
  const all = [
    { kind: "order" as const, id: orderId, fulfillments: order.fulfillments },
    ...order.swaps.map(({ id, fulfillments }) => ({ kind: "swap" as const, id, fulfillments })),
    ...order.claims.map(({ id, fulfillments }) => ({ kind: "claim" as const, id, fulfillments })),
  ];
  const found = all.find(({ fulfillments }) => fulfillments.some(({ id }) => id === fulfillmentId));
  if (!found) throw unknownFulfillment(fulfillmentId);
  return consignmentOf(order, { kind: found.kind, id: found.id, orderId });
}
