import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { announceAll } from "../../../../events/announce.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { ProviderTimeout } from "../../../../providers/call-provider.ts";
import type { FulfillmentProvider } from "../../../../providers/ports/fulfillment.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import { lockOrderRow } from "../../orders/index.ts";
import { type Booking, stillWaiting, withdrawnMeanwhile } from "../errand.ts";
import { removeErrand } from "../errand-store.ts";
import { findFulfillment, saveBookings } from "../fulfillment-store.ts";
import { askCarrier, carrierOf } from "./ask-carrier.ts";
import type { FulfillmentDeps } from "./deps.ts";
import { withdrawFulfillments } from "./withdraw-fulfillments.ts";

/** A shipment that its carrier has taken. */
interface Booked {
  id: string;
  carrier: FulfillmentProvider;
  data: Metadata;
}

/** Late: not by the request that asked for it, but by whoever found it unfinished. */
interface How {
  isLate?: boolean;
}

/** Asks the carriers to take what was packed, and brings the errand to its end, whichever it is. */
export async function bookShipments(deps: FulfillmentDeps, booking: Booking, how: How = {}): Promise<void> {
  // A carrier that is not installed any more has refused nothing: the errand waits for it.
  const asked = booking.shipments.map((one) => ({ ...one, carrier: carrierOf(deps, one.providerId) }));
  const booked: Booked[] = [];
  for (const { carrier, shipment } of asked) {
    try {
      const data = await askCarrier(carrier, "did not take the shipment", async () =>
        checkedProviderData(await carrier.createFulfillment(shipment)),
      );
      booked.push({ id: shipment.id, carrier, data });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error instanceof ProviderTimeout) throw stillWaiting(error.message);
      await giveUp(deps, booking, { booked, reason: error, ...how });
      throw error;
    }
  }
  await conclude(deps, booking, { booked, ...how });
}

/** Bookings are made once for a request, so its Idempotency-Key is used up with them. */
async function conclude(
  deps: FulfillmentDeps,
  booking: Booking,
  { booked, isLate = false }: How & { booked: readonly Booked[] },
): Promise<void> {
  const isOurs = await (isLate ? inSideTransaction : inTransaction)(deps.db, async (tx) => {
    await lockOrderRow(tx, booking.of.orderId);
    if (!(await removeErrand(tx, booking))) return false;
    await saveBooked(tx, booking, booked);
    return true;
  });
  if (isOurs) return;
  // Somebody else has asked the carriers, too: with the same result, or they were refused and nothing remained.
  const left = await withoutFulfillment(deps, booking, booked);
  if (left.length === 0) return;
  for (const one of left) await isStopped(one);
  throw withdrawnMeanwhile();
}

async function saveBooked(tx: Tx, { of, noNotification }: Booking, booked: readonly Booked[]): Promise<void> {
  await saveBookings(
    tx,
    booked.map(({ id, data }) => ({ id, data })),
  );
  await announceAll(
    tx,
    booked.map(({ id }) => ({
      name: `${of.kind}.fulfillment_created`,
      data: { id: of.id, fulfillment_id: id, no_notification: noNotification },
    })),
  );
}

async function withoutFulfillment(
  { db }: FulfillmentDeps,
  { of }: Booking,
  booked: readonly Booked[],
): Promise<Booked[]> {
  const left: Booked[] = [];
  for (const one of booked) {
    if (!(await findFulfillment(db, { id: one.id, orderId: of.orderId }))) left.push(one);
  }
  return left;
}

/** One carrier of several refused: the others are asked to forget what they have taken. What they keep, we keep. */
async function giveUp(
  deps: FulfillmentDeps,
  booking: Booking,
  { booked, reason, isLate = false }: How & { booked: readonly Booked[]; reason: Refusal },
): Promise<void> {
  const kept: Booked[] = [];
  for (const one of booked) if (!(await isStopped(one))) kept.push(one);
  const withdrawn = booking.shipments
    .map(({ shipment }) => shipment.id)
    .filter((id) => !kept.some((one) => one.id === id));
  await inSideTransaction(deps.db, async (tx) => {
    await lockOrderRow(tx, booking.of.orderId);
    if (!(await removeErrand(tx, booking))) return;
    await withdrawFulfillments(deps, tx, { booking, withdrawn });
    await saveBooked(tx, booking, kept);
    if (isLate) await announceRefusal(tx, booking, { withdrawn, reason });
  });
}

/** Nobody waits for the answer any more. */
const announceRefusal = (
  tx: Tx,
  { of }: Booking,
  { withdrawn, reason }: { withdrawn: readonly string[]; reason: Refusal },
): Promise<void> =>
  announceAll(
    tx,
    withdrawn.map((id) => ({
      name: `${of.kind}.fulfillment_refused`,
      data: { id: of.id, fulfillment_id: id, reason: reason.message },
    })),
  );

async function isStopped({ carrier, data }: Booked): Promise<boolean> {
  try {
    await askCarrier(carrier, "did not cancel the shipment", () => carrier.cancelFulfillment(data));
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}
