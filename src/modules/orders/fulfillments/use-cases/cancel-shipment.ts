import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { ProviderTimeout } from "../../../../providers/call-provider.ts";
import { changePieces } from "../../../selling/line-items/index.ts";
import { restoreReservations } from "../../../stock/inventory/index.ts";
import { lockOrder } from "../../orders/index.ts";
import { carrierTimedOut, type ShipmentCancellation } from "../carrier-call.ts";
import { deleteCarrierCall } from "../carrier-call-store.ts";
import { consignmentOf, fulfillmentOf, refuseReturnedGoods, withAddedPieces } from "../consignment.ts";
import { fulfillmentEvents } from "../events.ts";
import { statusAfter } from "../fulfillment-state.ts";
import { recordStockOfV1, removeStockMovements } from "../fulfillment-stock-store.ts";
import { markCanceled, saveConsignmentStatus } from "../fulfillment-store.ts";
import { callCarrier, carrierOf, type FulfillmentDeps } from "./call-carrier.ts";

/** Cancels a shipment with its carrier. The fulfillment changes only after the carrier has agreed. */
export async function cancelShipment(
  deps: FulfillmentDeps,
  cancellation: ShipmentCancellation,
  { isRetry = false } = {},
): Promise<void> {
  await cancelWithCarrier(deps, cancellation);
  try {
    await (isRetry ? inSideTransaction : inTransaction)(deps.db, (tx) =>
      saveCancellation(deps, tx, cancellation),
    );
  } catch (error) {
    if (error instanceof Refusal) await dropCall(deps, cancellation);
    throw error;
  }
}

/** The fulfillment stays as it is. */
const dropCall = ({ db }: FulfillmentDeps, cancellation: ShipmentCancellation) =>
  inSideTransaction(db, (tx) => deleteCarrierCall(tx, cancellation));

async function cancelWithCarrier(deps: FulfillmentDeps, cancellation: ShipmentCancellation): Promise<void> {
  const { providerId, data } = cancellation;
  if (providerId === null) return;
  const carrier = carrierOf(deps, providerId);
  try {
    await callCarrier(carrier, "did not cancel the shipment", () => carrier.cancelFulfillment(data));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error instanceof ProviderTimeout) throw carrierTimedOut(error.message);
    await dropCall(deps, cancellation);
    throw error;
  }
}

/** Refuses if the goods were returned during the call to the carrier: their stock is already restored. */
async function saveCancellation(
  deps: FulfillmentDeps,
  tx: Tx,
  cancellation: ShipmentCancellation,
): Promise<void> {
  const { of, fulfillmentId } = cancellation;
  const order = await lockOrder(deps.graph, tx, of.orderId);
  const consignment = consignmentOf(order, of);
  if (!(await deleteCarrierCall(tx, cancellation))) return;
  const fulfillment = fulfillmentOf(consignment, fulfillmentId);
  refuseReturnedGoods(consignment, fulfillment);
  const fewer = fulfillment.items.map(({ item_id, quantity }) => ({ item_id, quantity: -quantity }));
  await recordStockOfV1(tx, fulfillmentId);
  await markCanceled(tx, fulfillmentId);
  await changePieces(
    tx,
    fewer.map(({ item_id, quantity }) => ({ lineId: item_id, fulfilled: quantity })),
  );
  const lines = withAddedPieces(consignment.lines, "fulfilled_quantity", fewer);
  await saveConsignmentStatus(tx, consignment, statusAfter("cancel_fulfillment", { ...consignment, lines }));
  await restoreReservations(tx, await removeStockMovements(tx, [fulfillmentId]));
  await fulfillmentEvents.announce(tx, `${of.kind}.fulfillment_canceled`, {
    id: of.id,
    fulfillment_id: fulfillmentId,
    no_notification: fulfillment.no_notification ?? consignment.noNotification,
  });
}
