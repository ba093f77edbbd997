import type { Metadata } from "../../../kernel/metadata.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { ConsignmentRef } from "./consignment.ts";
import type { Shipment } from "./fulfillment-plan.ts";

/** Stored as JSON with the call: keep the names of the properties. */
interface CallBase {
  id: string;
  of: ConsignmentRef;
}

/** Books all shipments of a request, or none. */
export interface ShipmentBooking extends CallBase {
  kind: "book";
  /** The same in each attempt. */
  shipments: readonly { providerId: string; shipment: Shipment }[];
  /** The fulfillment status of the consignment before the request, and the fulfillments it had. */
  before: string;
  known: readonly string[];
  noNotification: boolean | null;
}

/** Cancels the shipment of a fulfillment. */
export interface ShipmentCancellation extends CallBase {
  kind: "cancel";
  fulfillmentId: string;
  /** Null for a fulfillment without a carrier. */
  providerId: string | null;
  data: Metadata;
}

export type CarrierCall = ShipmentBooking | ShipmentCancellation;

export const fulfillmentIdsOf = (call: CarrierCall): string[] =>
  call.kind === "book" ? call.shipments.map(({ shipment }) => shipment.id) : [call.fulfillmentId];

export const SECONDS_FOR_A_CARRIER = 15;

/**
 * Seconds until the calling process counts as dead. With one carrier this ends before the Idempotency-Key of the request
 * expires, so a repeated request finds the call unclaimed and finishes it.
 */
export const leaseOf = (call: CarrierCall): number => SECONDS_FOR_A_CARRIER * fulfillmentIdsOf(call).length;

export const carrierBusy = (fulfillmentId: string) =>
  new Refusal(
    "conflict",
    `A call to the carrier about the fulfillment ${fulfillmentId} is running. Try again in a moment.`,
  );

export const carrierTimedOut = (reason: string) =>
  new Refusal(
    "conflict",
    `${reason}. It is asked again until it answers; look at the order before you repeat the request.`,
  );

export const withdrawnConcurrently = () =>
  new Refusal("conflict", "The fulfillment was withdrawn by another request at the same moment.");
