import { notAllowed } from "../../../kernel/refusal.ts";

/** The state of the pieces of a line, with the names of the columns. */
export interface LinePieces {
  quantity: number;
  fulfilled_quantity: number | null;
  shipped_quantity: number | null;
  returned_quantity: number | null;
  /** Of the returned pieces, those that had not been packed. */
  returned_unsent: number;
}

/*
 * The invariant of the pieces of a line. A piece is to be packed, or packed (and maybe shipped), or returned (before or after it
 * was packed). So at all times:
 *   fulfilled <= quantity - returned before packing
 *   shipped <= fulfilled
 *   returned <= pieces that the customer has, or that will not be sent
 */

const packed = ({ fulfilled_quantity }: Pick<LinePieces, "fulfilled_quantity">) => fulfilled_quantity ?? 0;
const shipped = ({ shipped_quantity }: Pick<LinePieces, "shipped_quantity">) => shipped_quantity ?? 0;
const returned = ({ returned_quantity }: Pick<LinePieces, "returned_quantity">) => returned_quantity ?? 0;

/** Returned pieces that had been packed. They count as shipped, even if the fulfilment was not marked as shipped. */
const returnedSent = (line: Pick<LinePieces, "returned_quantity" | "returned_unsent">) =>
  returned(line) - line.returned_unsent;

/** Pieces that are still to be packed, without pieces that were returned before packing. */
export const piecesToPack = (
  line: Pick<LinePieces, "quantity" | "fulfilled_quantity" | "returned_unsent">,
): number => line.quantity - line.returned_unsent - packed(line);

/** Pieces that the customer has, or that are packed. */
const sentPieces = (line: LinePieces): number => packed(line) - returnedSent(line);

/** Of the returned pieces, those that were never packed. Packed pieces count as returned first. */
export const unsentAmong = (line: LinePieces, quantity: number): number =>
  Math.max(quantity - sentPieces(line), 0);

export const isAllPacked = (line: LinePieces): boolean => piecesToPack(line) <= 0;
export const isAllShipped = (line: LinePieces): boolean =>
  shipped(line) >= line.quantity - line.returned_unsent;
export const isAllReturned = (line: LinePieces): boolean => returned(line) >= line.quantity;

/** The number of pieces that an edit cannot remove from the order. */
export const settledPieces = (line: LinePieces): number => packed(line) + line.returned_unsent;

export function refuseToPack(line: LinePieces, quantity: number): void {
  if (quantity > piecesToPack(line)) throw notAllowed("Cannot fulfill more items than have been purchased");
}

/** Returned goods are in stock again: canceling the fulfilment must not restore their stock a second time. */
export function refuseToUnpack(line: LinePieces, quantity: number): void {
  if (returnedSent(line) > Math.max(packed(line) - quantity, 0)) {
    throw notAllowed("Goods of the fulfillment have come back: it cannot be canceled");
  }
}

/** Whether all packed and unshipped pieces are returned: then there is nothing to ship. */
export const isBackUnshipped = (line: LinePieces): boolean =>
  returnedSent(line) > shipped(line) && returnedSent(line) >= packed(line);

/** `requested` pieces are in other open returns. */
export function refuseToReturn(line: LinePieces, quantity: number, requested: number): void {
  if (quantity > sentPieces(line) + piecesToPack(line) - requested) {
    throw notAllowed("Cannot return more items than have been purchased");
  }
}

/** Only pieces that the customer has can be claimed. */
export function refuseToClaim(line: LinePieces, quantity: number): void {
  if (quantity > sentPieces(line)) throw notAllowed("Cannot claim more of an item than has been fulfilled.");
}
