import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { changePieces } from "../../../selling/line-items/index.ts";
import { lockOrder } from "../../orders/index.ts";
import { trackingOf } from "../carrier-papers.ts";
import {
  type ConsignmentRef,
  consignmentOf,
  fulfillmentOf,
  refuseEmptyParcel,
  withMore,
} from "../consignment.ts";
import { underWay } from "../errand.ts";
import { findUnderWay } from "../errand-store.ts";
import { allowConsignment, allowFulfillment, statusAfter } from "../fulfillment-state.ts";
import { findFulfillment, markShipped, saveConsignmentStatus, type Tracking } from "../fulfillment-store.ts";
import { askCarrier, carrierOf } from "./ask-carrier.ts";
import type { FulfillmentDeps } from "./deps.ts";
import { settleErrands } from "./run-errands.ts";

export interface Sending {
  fulfillmentId: string;
  /** Null: those that the carrier has given the parcels. */
  trackingNumbers: readonly string[] | null;
  noNotification: boolean | null;
}

/** The parcels have left the house. */
export async function shipFulfillment(
  deps: FulfillmentDeps,
  of: ConsignmentRef,
  sending: Sending,
): Promise<void> {
  await settleErrands(deps, of.orderId);
  const links = sending.trackingNumbers
    ? sending.trackingNumbers.map((number) => ({ number, url: null }))
    : await linksOfCarrier(deps, of, sending);
  await inTransaction(deps.db, (tx) => ship(deps, tx, { of, sending, links }));
}

/** What cannot be shipped is refused under the lock. */
async function linksOfCarrier(
  deps: FulfillmentDeps,
  { orderId }: ConsignmentRef,
  { fulfillmentId }: Sending,
): Promise<Tracking[]> {
  const found = await findFulfillment(deps.db, { id: fulfillmentId, orderId });
  if (!found?.isOpen || found.isUnderWay || found.providerId === null) return [];
  const carrier = carrierOf(deps, found.providerId);
  if (!carrier.tracking) return [];
  return askCarrier(carrier, "gave no tracking numbers", async () =>
    trackingOf(await carrier.tracking!(found.data)),
  );
}

async function ship(
  deps: FulfillmentDeps,
  tx: Tx,
  { of, sending, links }: { of: ConsignmentRef; sending: Sending; links: readonly Tracking[] },
): Promise<void> {
  const { fulfillmentId, noNotification } = sending;
  const order = await lockOrder(deps.graph, tx, of.orderId);
  const consignment = consignmentOf(order, of);
  const fulfillment = fulfillmentOf(consignment, fulfillmentId);
  allowConsignment("ship", order, consignment);
  allowFulfillment("ship", fulfillment);
  refuseEmptyParcel(consignment, fulfillment);
  if ((await findUnderWay(tx, of.orderId)).has(fulfillmentId)) throw underWay(fulfillmentId);
  // What an order itself says is kept with the order.
  const noted = of.kind === "order" ? noNotification : (noNotification ?? consignment.noNotification);
  await markShipped(tx, { id: fulfillmentId, noNotification: noted, links });
  await changePieces(
    tx,
    fulfillment.items.map(({ item_id, quantity }) => ({ lineId: item_id, shipped: quantity })),
  );
  const lines = withMore(consignment.lines, "shipped_quantity", fulfillment.items);
  await saveConsignmentStatus(tx, consignment, statusAfter("ship", { ...consignment, lines }));
  await announce(tx, `${of.kind}.shipment_created`, {
    id: of.id,
    fulfillment_id: fulfillmentId,
    no_notification: noNotification ?? fulfillment.no_notification ?? consignment.noNotification,
  });
}
