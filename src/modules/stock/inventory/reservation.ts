import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid, notAllowed, Refusal } from "../../../kernel/refusal.ts";
import { type LinePieces, piecesToPack } from "./line-pieces.ts";

export interface Reservation {
  id: string;
  line_item_id: string | null;
  inventory_item_id: string;
  location_id: string;
  quantity: number;
  description: string | null;
  created_by: string | null;
  metadata: Metadata | null;
}

export interface NewReservation {
  line_item_id?: string;
  inventory_item_id: string;
  location_id: string;
  quantity: number;
  description?: string;
  metadata?: Metadata;
}

export interface ReservationChanges {
  location_id?: string;
  quantity?: number;
  description?: string | null;
  metadata?: Metadata;
}

export const reservationFrom = (
  { id, created_by }: Pick<Reservation, "id" | "created_by">,
  input: NewReservation,
): Reservation => ({
  id,
  created_by,
  line_item_id: input.line_item_id ?? null,
  inventory_item_id: input.inventory_item_id,
  location_id: input.location_id,
  quantity: input.quantity,
  description: input.description ?? null,
  metadata: input.metadata ?? null,
});

export const withChanges = (reservation: Reservation, changes: ReservationChanges): Reservation => ({
  ...reservation,
  location_id: changes.location_id ?? reservation.location_id,
  quantity: changes.quantity ?? reservation.quantity,
  description: changes.description === undefined ? reservation.description : changes.description,
  // Replaced as a whole, as in v1: only its core merges metadata.
  metadata: changes.metadata ?? reservation.metadata,
});

/** The quantity of an item that a line still needs, and the quantity that other reservations have for it. */
export interface LineNeed extends Pick<LinePieces, "quantity" | "fulfilled_quantity" | "returned_unsent"> {
  required_quantity: number;
  reserved_elsewhere: number;
}

/** The quantity that the line still needs and that is not reserved yet. */
const unreserved = (need: LineNeed): number =>
  piecesToPack(need) * need.required_quantity - need.reserved_elsewhere;

/** The same in pieces of the line; one piece of a variant may need several of an item. */
export const unreservedPieces = (need: LineNeed): number =>
  Math.floor(unreserved(need) / need.required_quantity);

/** A line cannot have more reservations than it still needs. */
export function refuseBeyondLine(need: LineNeed, quantity: number): void {
  if (quantity > unreserved(need)) {
    throw invalid("The reservation quantity cannot be larger than the required line item quantity");
  }
}

export const unknownReservation = (id: string) =>
  new Refusal("not_found", `Reservation item with id ${id} was not found`);

export const nothingToReserve = (variantId: string) =>
  notAllowed(`The stock of the variant ${variantId} is not managed by location: there is nothing to reserve`);

export const reservationMoved = () =>
  new Refusal(
    "conflict",
    "Another request has moved the reservation at the same time; send the request again.",
  );
