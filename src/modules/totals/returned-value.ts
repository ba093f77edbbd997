import { lineTotals, type PricedLine } from "./line-totals.ts";

/** The first pieces of a line with their share of its discount; all of them cost what the line costs. */
function firstPieces(line: PricedLine, pieces: number): number {
  if (pieces <= 0) return 0;
  const share = pieces / line.quantity;
  const adjustments = line.adjustments.map(({ amount }) => ({ amount: amount * share }));
  return lineTotals({ ...line, quantity: pieces, adjustments }).total;
}

/**
 * What pieces of a line were sold for, with tax and discount. Taxes and discounts are rounded, so that a piece may
 * be worth a cent more than the one before: whoever gives back one after the other gets what the line cost, to the
 * cent. `before` tells how many have come back already.
 */
export const valueOfPieces = (
  line: PricedLine,
  { before, quantity }: { before: number; quantity: number },
): number => firstPieces(line, before + quantity) - firstPieces(line, before);
