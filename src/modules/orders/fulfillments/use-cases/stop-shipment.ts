import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { ProviderTimeout } from "../../../../providers/call-provider.ts";
import { changePieces } from "../../../selling/line-items/index.ts";
import { restoreReservations } from "../../../stock/inventory/index.ts";
import { lockOrder } from "../../orders/index.ts";
import { consignmentOf, fulfillmentOf, refuseCameBack, withMore } from "../consignment.ts";
import { type Cancellation, stillWaiting } from "../errand.ts";
import { removeErrand } from "../errand-store.ts";
import { statusAfter } from "../fulfillment-state.ts";
import { takeMovements } from "../fulfillment-stock-store.ts";
import { markCanceled, saveConsignmentStatus } from "../fulfillment-store.ts";
import { askCarrier, carrierOf } from "./ask-carrier.ts";
import type { FulfillmentDeps } from "./deps.ts";

/** Asks the carrier to forget a shipment. Until it agrees nothing is changed; when it refuses, nothing is. */
export async function stopShipment(
  deps: FulfillmentDeps,
  cancellation: Cancellation,
  { isLate = false } = {},
): Promise<void> {
  await askToStop(deps, cancellation);
  try {
    await (isLate ? inSideTransaction : inTransaction)(deps.db, (tx) => saveStopped(deps, tx, cancellation));
  } catch (error) {
    if (error instanceof Refusal) await forget(deps, cancellation);
    throw error;
  }
}

/** Nothing comes of it. */
const forget = ({ db }: FulfillmentDeps, cancellation: Cancellation) =>
  inSideTransaction(db, (tx) => removeErrand(tx, cancellation));

async function askToStop(deps: FulfillmentDeps, cancellation: Cancellation): Promise<void> {
  const { providerId, data } = cancellation;
  if (providerId === null) return;
  const carrier = carrierOf(deps, providerId);
  try {
    await askCarrier(carrier, "did not cancel the shipment", () => carrier.cancelFulfillment(data));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error instanceof ProviderTimeout) throw stillWaiting(error.message);
    await forget(deps, cancellation);
    throw error;
  }
}

/** Refused where the goods came back while the carrier was asked: then they were sent, and are in stock again. */
async function saveStopped(deps: FulfillmentDeps, tx: Tx, cancellation: Cancellation): Promise<void> {
  const { of, fulfillmentId } = cancellation;
  const order = await lockOrder(deps.graph, tx, of.orderId);
  const consignment = consignmentOf(order, of);
  if (!(await removeErrand(tx, cancellation))) return;
  const fulfillment = fulfillmentOf(consignment, fulfillmentId);
  refuseCameBack(consignment, fulfillment);
  const fewer = fulfillment.items.map(({ item_id, quantity }) => ({ item_id, quantity: -quantity }));
  await markCanceled(tx, fulfillmentId);
  await changePieces(
    tx,
    fewer.map(({ item_id, quantity }) => ({ lineId: item_id, fulfilled: quantity })),
  );
  const lines = withMore(consignment.lines, "fulfilled_quantity", fewer);
  await saveConsignmentStatus(tx, consignment, statusAfter("cancel_fulfillment", { ...consignment, lines }));
  await restoreReservations(tx, await takeMovements(tx, [fulfillmentId]));
  await announce(tx, `${of.kind}.fulfillment_canceled`, {
    id: of.id,
    fulfillment_id: fulfillmentId,
    no_notification: fulfillment.no_notification ?? consignment.noNotification,
  });
}
