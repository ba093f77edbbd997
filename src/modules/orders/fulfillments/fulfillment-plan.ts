import type { Metadata } from "../../../kernel/metadata.ts";
import { notAllowed, notFound } from "../../../kernel/refusal.ts";
import { piecesToPack, refuseToPack } from "../../stock/inventory/index.ts";
import type { OrderedLine, OrderFulfillment } from "../orders/index.ts";
import type { Consignment } from "./consignment.ts";

export interface WantedPieces {
  item_id: string;
  quantity: number;
}

/** Pieces of a line that are sent. */
export interface Piece {
  line: OrderedLine;
  quantity: number;
}

/** A chosen way to ship, as its option says, even if that was deleted since. */
export interface ShippingWay {
  id: string;
  providerId: string;
  profileId: string;
  data: Metadata;
}

/** What goes with one method: one fulfilment. */
export interface Parcel {
  way: ShippingWay;
  pieces: Piece[];
}

/** The pieces that are asked for; all that were not sent yet when nothing is said. */
export function piecesOf({ lines }: Consignment, wanted: readonly WantedPieces[] | null): Piece[] {
  const pieces =
    wanted === null
      ? lines.map((line) => ({ line, quantity: piecesToPack(line) })).filter(({ quantity }) => quantity > 0)
      : asked(lines, wanted);
  if (pieces.length === 0) throw notAllowed("There is nothing left to fulfill");
  return pieces;
}

function asked(lines: readonly OrderedLine[], wanted: readonly WantedPieces[]): Piece[] {
  return [...new Set(wanted.map(({ item_id }) => item_id))].map((id) => {
    const line = lines.find((each) => each.id === id);
    if (!line) throw notFound("Line item", id);
    const quantity = sumOf(wanted, id);
    refuseToPack(line, quantity);
    return { line, quantity };
  });
}

/**
 * One parcel for each method. A line goes with the method of one of its product's profiles; what belongs to none of
 * them, e.g. a line made by hand, goes with the first.
 */
export function parcelsOf(
  pieces: readonly Piece[],
  { ways, profiles }: { ways: readonly ShippingWay[]; profiles: Readonly<Record<string, readonly string[]>> },
): Parcel[] {
  const wayOf = ({ line }: Piece) =>
    ways.find(({ profileId }) => profiles[line.id]?.includes(profileId)) ?? ways[0]!;
  return ways
    .map((way) => ({ way, pieces: pieces.filter((piece) => wayOf(piece) === way) }))
    .filter((parcel) => parcel.pieces.length > 0);
}

export const wantedOf = (pieces: readonly Piece[]): WantedPieces[] =>
  pieces.map(({ line, quantity }) => ({ item_id: line.id, quantity }));

/** What an earlier attempt of the same request has made: it had the same key and wanted the same pieces. */
export function fulfilledBefore(
  { fulfillments }: Consignment,
  { items, idempotencyKey }: { items: readonly WantedPieces[] | null; idempotencyKey: string | null },
): OrderFulfillment[] {
  if (idempotencyKey === null) return [];
  const earlier = fulfillments.filter((one) => one.idempotency_key === idempotencyKey);
  const sent = earlier.flatMap((one) => one.items);
  return items === null || isSame(items, sent) ? earlier : [];
}

const isSame = (wanted: readonly WantedPieces[], sent: readonly WantedPieces[]): boolean =>
  [...wanted, ...sent].every(({ item_id }) => sumOf(wanted, item_id) === sumOf(sent, item_id));

const sumOf = (pieces: readonly WantedPieces[], id: string): number =>
  pieces.filter(({ item_id }) => item_id === id).reduce((sum, { quantity }) => sum + quantity, 0);
