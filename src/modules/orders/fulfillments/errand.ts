import type { Metadata } from "../../../kernel/metadata.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { ConsignmentRef } from "./consignment.ts";
import type { Shipment } from "./shipment.ts";

interface Asking {
  id: string;
  of: ConsignmentRef;
}

/** Carriers are asked to take parcels: all of a request, or none. */
export interface Booking extends Asking {
  kind: "book";
  /** In the same words each time they are asked. */
  shipments: readonly { providerId: string; shipment: Shipment }[];
  /** How the consignment stood before, and which fulfilments it had. */
  before: string;
  known: readonly string[];
  noNotification: boolean | null;
}

/** A carrier is asked to forget a parcel. */
export interface Cancellation extends Asking {
  kind: "cancel";
  fulfillmentId: string;
  /** Null for a fulfilment that was made without a carrier. */
  providerId: string | null;
  data: Metadata;
}

export type Errand = Booking | Cancellation;

export const fulfillmentIdsOf = (errand: Errand): string[] =>
  errand.kind === "book" ? errand.shipments.map(({ shipment }) => shipment.id) : [errand.fulfillmentId];

export const SECONDS_FOR_A_CARRIER = 15;

/**
 * After so many seconds whoever asks is taken for dead. With one carrier that is before an Idempotency-Key is free
 * again: who repeats the request finds the errand without an owner, and finishes it.
 */
export const leaseOf = (errand: Errand): number => SECONDS_FOR_A_CARRIER * fulfillmentIdsOf(errand).length;

export const underWay = (fulfillmentId: string) =>
  new Refusal(
    "conflict",
    `The carrier is being asked about the fulfillment ${fulfillmentId}. Try again in a moment.`,
  );

export const stillWaiting = (reason: string) =>
  new Refusal(
    "conflict",
    `${reason}. It is asked again until it answers; look at the order before you repeat the request.`,
  );

export const withdrawnMeanwhile = () =>
  new Refusal("conflict", "The fulfillment was withdrawn by another request at the same moment.");
