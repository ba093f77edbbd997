import { lineTotals, type PricedLine, valueOfSome } from "./line-totals.ts";

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/**
 * What pieces of a line were sold for, with tax and discount. Those that come back together are rounded together; the
 * last ones are worth what is left: whoever gives back all gets what the line cost, to the cent. `before` tells how
 * many have come back each time already.
 */
export function valueOfPieces(
  line: PricedLine,
  { before, quantity }: { before: readonly number[]; quantity: number },
): number {
  if (sum(before) + quantity < line.quantity) return valueOfSome(line, quantity);
  const given = sum(before.map((pieces) => valueOfSome(line, pieces)));
  return Math.max(lineTotals(line).total - given, 0);
}
