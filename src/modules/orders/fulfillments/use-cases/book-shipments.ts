import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { announceAll } from "../../../../events/define-events.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { ProviderTimeout } from "../../../../providers/call-provider.ts";
import type { FulfillmentProvider } from "../../../../providers/ports/fulfillment.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import { restoreReservations } from "../../../stock/inventory/index.ts";
import { lockOrderRow, readOrderWithoutLock } from "../../orders/index.ts";
import { carrierTimedOut, type ShipmentBooking, withdrawnConcurrently } from "../carrier-call.ts";
import { deleteCarrierCall } from "../carrier-call-store.ts";
import { consignmentOf } from "../consignment.ts";
import { fulfillmentEvents } from "../events.ts";
import { statusAfterWithdrawal } from "../fulfillment-state.ts";
import { removeStockMovements } from "../fulfillment-stock-store.ts";
import {
  findFulfillment,
  removeFulfillments,
  saveBookings,
  saveConsignmentStatus,
} from "../fulfillment-store.ts";
import { callCarrier, carrierOf, type FulfillmentDeps } from "./call-carrier.ts";

/** A shipment that its carrier has accepted. */
interface BookedShipment {
  id: string;
  carrier: FulfillmentProvider;
  data: Metadata;
}

interface BookingOptions {
  /** Not the original request, but a later request or a job that finishes the call after a crash or a timeout. */
  isRetry?: boolean;
}

/** Books the shipments with their carriers and ends the carrier call: saves the bookings, or withdraws the fulfillments. */
export async function bookShipments(
  deps: FulfillmentDeps,
  booking: ShipmentBooking,
  options: BookingOptions = {},
): Promise<void> {
  // A carrier that is no longer installed has not refused: the call stays open until it is installed again.
  const requests = booking.shipments.map((one) => ({ ...one, carrier: carrierOf(deps, one.providerId) }));
  const booked: BookedShipment[] = [];
  for (const { carrier, shipment } of requests) {
    try {
      const data = await callCarrier(carrier, "did not take the shipment", async () =>
        checkedProviderData(await carrier.createFulfillment(shipment)),
      );
      booked.push({ id: shipment.id, carrier, data });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error instanceof ProviderTimeout) throw carrierTimedOut(error.message);
      await withdraw(deps, booking, { booked, reason: error, ...options });
      throw error;
    }
  }
  await complete(deps, booking, { booked, ...options });
}

/** Runs in the request's transaction, so that its Idempotency-Key is saved together with the bookings. */
async function complete(
  deps: FulfillmentDeps,
  booking: ShipmentBooking,
  { booked, isRetry = false }: BookingOptions & { booked: readonly BookedShipment[] },
): Promise<void> {
  const isOurs = await (isRetry ? inSideTransaction : inTransaction)(deps.db, async (tx) => {
    await lockOrderRow(tx, booking.of.orderId);
    if (!(await deleteCarrierCall(tx, booking))) return false;
    await saveBooked(tx, booking, booked);
    return true;
  });
  if (isOurs) return;
  // Another process made the same call: it saved the same bookings, or a carrier refused and the fulfillments are gone.
  const orphaned = await withoutFulfillment(deps, booking, booked);
  if (orphaned.length === 0) return;
  for (const shipment of orphaned) await wasCanceled(shipment);
  throw withdrawnConcurrently();
}

async function saveBooked(
  tx: Tx,
  { of, noNotification }: ShipmentBooking,
  booked: readonly BookedShipment[],
): Promise<void> {
  await saveBookings(
    tx,
    booked.map(({ id, data }) => ({ id, data })),
  );
  await announceAll(
    tx,
    booked.map(({ id }) =>
      fulfillmentEvents.of(`${of.kind}.fulfillment_created`, {
        id: of.id,
        fulfillment_id: id,
        no_notification: noNotification,
      }),
    ),
  );
}

async function withoutFulfillment(
  { db }: FulfillmentDeps,
  { of }: ShipmentBooking,
  booked: readonly BookedShipment[],
): Promise<BookedShipment[]> {
  const orphaned: BookedShipment[] = [];
  for (const shipment of booked) {
    const { id } = shipment;
    if (!(await findFulfillment(db, { id, orderId: of.orderId }))) orphaned.push(shipment);
  }
  return orphaned;
}

/** One of the carriers refused: cancels the shipments that the others accepted. Those that cannot be canceled stay booked. */
async function withdraw(
  deps: FulfillmentDeps,
  booking: ShipmentBooking,
  {
    booked,
    reason,
    isRetry = false,
  }: BookingOptions & { booked: readonly BookedShipment[]; reason: Refusal },
): Promise<void> {
  const remaining: BookedShipment[] = [];
  for (const shipment of booked) if (!(await wasCanceled(shipment))) remaining.push(shipment);
  const withdrawn = booking.shipments
    .map(({ shipment }) => shipment.id)
    .filter((id) => !remaining.some((shipment) => shipment.id === id));
  await inSideTransaction(deps.db, async (tx) => {
    await lockOrderRow(tx, booking.of.orderId);
    if (!(await deleteCarrierCall(tx, booking))) return;
    await withdrawFulfillments(deps, tx, { booking, withdrawn });
    await saveBooked(tx, booking, remaining);
    if (isRetry) await announceRefusal(tx, booking, { withdrawn, reason });
  });
}

/** Nothing waits for the response of a retry, so an event reports the refusal. */
const announceRefusal = (
  tx: Tx,
  { of }: ShipmentBooking,
  { withdrawn, reason }: { withdrawn: readonly string[]; reason: Refusal },
): Promise<void> =>
  announceAll(
    tx,
    withdrawn.map((id) =>
      fulfillmentEvents.of(`${of.kind}.fulfillment_refused`, {
        id: of.id,
        fulfillment_id: id,
        reason: reason.message,
      }),
    ),
  );

async function wasCanceled({ carrier, data }: BookedShipment): Promise<boolean> {
  try {
    await callCarrier(carrier, "did not cancel the shipment", () => carrier.cancelFulfillment(data));
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}

/** Deletes fulfillments of a locked order that no carrier accepted, and restores quantities, status and stock. */
async function withdrawFulfillments(
  { graph }: Pick<FulfillmentDeps, "graph">,
  tx: Tx,
  { booking, withdrawn }: { booking: ShipmentBooking; withdrawn: readonly string[] },
): Promise<void> {
  const movements = await removeStockMovements(tx, withdrawn);
  await removeFulfillments(tx, withdrawn);
  const consignment = consignmentOf(await readOrderWithoutLock(graph, tx, booking.of.orderId), booking.of);
  const status = statusAfterWithdrawal({
    consignment,
    statusBefore: booking.before,
    fulfillmentIdsBefore: booking.known,
  });
  await saveConsignmentStatus(tx, consignment, status);
  await restoreReservations(tx, movements);
}
