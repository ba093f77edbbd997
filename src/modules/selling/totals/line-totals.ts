import { rounded, shareOf, taxOn } from "../../../kernel/money.ts";

/** A tax rate of a line or shipping method, in percent. */
export interface TaxLine {
  rate: number;
  name: string;
  code: string | null;
}

/** The discount of a line. Not rounded, because a fixed amount is spread over several lines. */
export interface Adjustment {
  amount: number;
}

export interface PricedLine {
  unit_price: number;
  quantity: number;
  /** The unit price contains the tax. */
  includes_tax: boolean;
  tax_lines: readonly TaxLine[];
  adjustments: readonly Adjustment[];
}

export interface LineTotals {
  subtotal: number;
  discount_total: number;
  raw_discount_total: number;
  tax_total: number;
  total: number;
  original_tax_total: number;
  original_total: number;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Each rate is rounded separately, because invoices list each rate. */
const taxesOn = (amount: number, taxLines: readonly TaxLine[]) =>
  sum(taxLines.map(({ rate }) => taxOn(amount, shareOf([{ rate }]), false)));

/** The price of one piece without tax. */
const netUnitPrice = ({ unit_price, includes_tax, tax_lines }: PricedLine) =>
  includes_tax ? unit_price - taxOn(unit_price, shareOf(tax_lines), true) : unit_price;

/**
 * The tax of a line without discounts. Rounding for each piece and rate can make it larger than a price of a few cents. Then
 * the whole price is tax.
 */
function fullTax(line: PricedLine): number {
  const taxes = taxesOn(netUnitPrice(line) * line.quantity, line.tax_lines);
  const gross = line.unit_price * line.quantity;
  return line.includes_tax && gross >= 0 ? Math.min(taxes, gross) : taxes;
}

/** The price of a line without tax and discounts. Discounts are computed from it. */
export function lineSubtotal(line: PricedLine): number {
  const gross = line.unit_price * line.quantity;
  return line.includes_tax ? gross - fullTax(line) : gross;
}

/**
 * The taxable amount of a line. Taxes are rounded for a piece and for the line, so the two can differ slightly. The taxable
 * amount of a free line is still 0, and never negative.
 */
function taxableOf({ net, raw, subtotal }: { net: number; raw: number; subtotal: number }): number {
  if (raw <= 0) return net - raw;
  return raw >= subtotal ? 0 : Math.max(net - raw, 0);
}

/** A returned line with the amounts of its sale. */
const asSold = (line: PricedLine): PricedLine => ({
  ...line,
  unit_price: -line.unit_price,
  adjustments: line.adjustments.map(({ amount }) => ({ amount: -amount })),
});

/** Avoids -0 in answers. */
const takenBack = (totals: LineTotals): LineTotals =>
  Object.fromEntries(Object.entries(totals).map(([name, amount]) => [name, 0 - amount])) as never;

/** Returned lines are rounded as they were when they were sold, so that both amounts are equal. */
export const lineTotals = (line: PricedLine): LineTotals =>
  line.unit_price < 0 ? takenBack(soldTotals(asSold(line))) : soldTotals(line);

function soldTotals(line: PricedLine): LineTotals {
  const net = netUnitPrice(line) * line.quantity;
  const raw = sum(line.adjustments.map(({ amount }) => amount));
  const subtotal = lineSubtotal(line);
  const discountTotal = rounded(raw);
  const originalTaxTotal = fullTax(line);
  const taxable = taxableOf({ net, raw, subtotal });
  const taxes = taxesOn(taxable, line.tax_lines);
  const taxTotal = taxable > net ? taxes : Math.min(taxes, originalTaxTotal);
  return {
    subtotal,
    discount_total: discountTotal,
    raw_discount_total: raw,
    tax_total: taxTotal,
    total: subtotal - discountTotal + taxTotal,
    original_tax_total: originalTaxTotal,
    original_total: subtotal + originalTaxTotal,
  };
}

/** The refund for pieces of a line. The discount of a piece is rounded, so that all pieces have the same value. */
function valueOfSome(line: PricedLine, pieces: number): number {
  const raw = sum(line.adjustments.map(({ amount }) => amount));
  const price = netUnitPrice(line);
  // Rounding can make the discount larger than the price. The refund is never negative.
  const unitDiscount = line.quantity > 0 ? Math.min(rounded(raw / line.quantity), Math.max(price, 0)) : 0;
  const value = (price - unitDiscount) * pieces;
  return value + taxesOn(value, line.tax_lines);
}

/** The refund for the pieces that are not returned yet. */
export const refundableOf = (line: PricedLine & { returned_quantity: number | null }): number =>
  valueOfSome(line, line.quantity - (line.returned_quantity ?? 0));

/**
 * The price that the pieces of several returns were sold for, with tax and discount. Pieces that are returned together are
 * rounded together. All pieces are worth the exact price of the line, and some of them never more than it.
 */
export function valueOfReturns(line: PricedLine, quantities: readonly number[]): number {
  const { total } = lineTotals(line);
  if (sum(quantities) >= line.quantity) return total;
  return Math.min(sum(quantities.map((pieces) => valueOfSome(line, pieces))), total);
}

/** What the pieces of one return add to that. `before` has the quantities of earlier returns: the last pieces get the rest. */
export const valueOfPieces = (
  line: PricedLine,
  { before, quantity }: { before: readonly number[]; quantity: number },
): number => Math.max(valueOfReturns(line, [...before, quantity]) - valueOfReturns(line, before), 0);

/** The tax in a part of a total: all of the total has all of its tax. */
export const taxWithin = (
  { total, tax_total }: Pick<LineTotals, "total" | "tax_total">,
  part: number,
): number => (total === 0 ? 0 : rounded((tax_total * part) / total));

/** The rates of a line have unique codes, so the second of two equal codes becomes null. */
export function withUniqueCodes<Rate extends { code: string | null }>(rates: readonly Rate[]): Rate[] {
  const seen = new Set<string>();
  return rates.map((rate) => {
    if (rate.code === null || !seen.has(rate.code)) {
      if (rate.code !== null) seen.add(rate.code);
      return rate;
    }
    return { ...rate, code: null };
  });
}
