import { notAllowed } from "../../../kernel/refusal.ts";

/** How far the pieces of a line have come; the names are those of its table. */
export interface LinePieces {
  quantity: number;
  fulfilled_quantity: number | null;
  shipped_quantity: number | null;
  returned_quantity: number | null;
  /** Of the returned pieces, those that had not been packed. */
  returned_unsent: number;
}

/*
 * The one rule for the pieces of a line. A piece is still to be packed, or packed (perhaps shipped), or returned: before
 * it was packed, or after. So, whatever is done:
 *   fulfilled <= quantity - returned before sending
 *   shipped <= fulfilled
 *   returned <= what the customer has or will not get
 */

const packed = ({ fulfilled_quantity }: Pick<LinePieces, "fulfilled_quantity">) => fulfilled_quantity ?? 0;
const shipped = ({ shipped_quantity }: Pick<LinePieces, "shipped_quantity">) => shipped_quantity ?? 0;
const returned = ({ returned_quantity }: Pick<LinePieces, "returned_quantity">) => returned_quantity ?? 0;

/** Returned pieces that had been packed. What comes back was sent, even where nobody has said so. */
const returnedSent = (line: Pick<LinePieces, "returned_quantity" | "returned_unsent">) =>
  returned(line) - line.returned_unsent;

/** Pieces that are still to be packed. Those that were returned before are not sent any more. */
export const toPack = (
  line: Pick<LinePieces, "quantity" | "fulfilled_quantity" | "returned_unsent">,
): number => line.quantity - line.returned_unsent - packed(line);

/** Pieces that the customer has, or that are on their way in a parcel. */
const away = (line: LinePieces): number => packed(line) - returnedSent(line);

/** Of so many pieces that are returned, those that never left: what the customer has comes back first. */
export const unsentAmong = (line: LinePieces, quantity: number): number => Math.max(quantity - away(line), 0);

export const isAllPacked = (line: LinePieces): boolean => toPack(line) <= 0;
export const isAllShipped = (line: LinePieces): boolean =>
  shipped(line) >= line.quantity - line.returned_unsent;
export const isAllReturned = (line: LinePieces): boolean => returned(line) >= line.quantity;

/** So many pieces of a line cannot be taken out of its order any more. */
export const settledPieces = (line: LinePieces): number => packed(line) + line.returned_unsent;

export function refuseToPack(line: LinePieces, quantity: number): void {
  if (quantity > toPack(line)) throw notAllowed("Cannot fulfill more items than have been purchased");
}

/** Goods that have come back were sent, and are in stock again: they must not come back a second time. */
export function refuseToUnpack(line: LinePieces, quantity: number): void {
  if (returnedSent(line) > Math.max(packed(line) - quantity, 0)) {
    throw notAllowed("Goods of the fulfillment have come back: it cannot be canceled");
  }
}

/** Whether all that was packed and not shipped has come back: then nothing is left to ship. */
export const isBackUnshipped = (line: LinePieces): boolean =>
  returnedSent(line) > shipped(line) && returnedSent(line) >= packed(line);

/** `asked` pieces are about to come back otherwise. */
export function refuseToReturn(line: LinePieces, quantity: number, asked: number): void {
  if (quantity > away(line) + toPack(line) - asked) {
    throw notAllowed("Cannot return more items than have been purchased");
  }
}

/** Only what the customer has can be complained about. */
export function refuseToClaim(line: LinePieces, quantity: number): void {
  if (quantity > away(line)) throw notAllowed("Cannot claim more of an item than has been fulfilled.");
}
