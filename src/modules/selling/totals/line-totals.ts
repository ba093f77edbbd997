import { rounded, shareOf, taxOn } from "../../../kernel/money.ts";

/** A rate in percent, as it was found for a line or a shipping method. */
export interface TaxLine {
  rate: number;
  name: string;
  code: string | null;
}

/** What a discount takes off a line; not rounded, since a fixed amount is spread over several lines. */
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

/** Each rate is rounded by itself: that is how it is printed on an invoice. */
const taxesOn = (amount: number, taxLines: readonly TaxLine[]) =>
  sum(taxLines.map(({ rate }) => taxOn(amount, shareOf([{ rate }]), false)));

/** The price of one piece without tax. */
const netUnitPrice = ({ unit_price, includes_tax, tax_lines }: PricedLine) =>
  includes_tax ? unit_price - taxOn(unit_price, shareOf(tax_lines), true) : unit_price;

/**
 * The tax on a line without discounts. Of a price of a few cents, which is rounded for one piece and for each rate, more may be
 * tax than there is: then all of it is.
 */
function fullTax(line: PricedLine): number {
  const taxes = taxesOn(netUnitPrice(line) * line.quantity, line.tax_lines);
  const gross = line.unit_price * line.quantity;
  return line.includes_tax && gross >= 0 ? Math.min(taxes, gross) : taxes;
}

/** What the line costs without tax and without discounts. Discounts are computed from it. */
export function lineSubtotal(line: PricedLine): number {
  const gross = line.unit_price * line.quantity;
  return line.includes_tax ? gross - fullTax(line) : gross;
}

/**
 * What of a line is taxed. The tax in a price is rounded for one piece and for the line, so that the pieces without
 * tax may be a little more or less than the line without tax: still, what is given away has no tax, nor one below
 * zero.
 */
function taxableOf({ net, raw, subtotal }: { net: number; raw: number; subtotal: number }): number {
  if (raw <= 0) return net - raw;
  return raw >= subtotal ? 0 : Math.max(net - raw, 0);
}

/** A line that comes back, as it was when it was sold. */
const asSold = (line: PricedLine): PricedLine => ({
  ...line,
  unit_price: -line.unit_price,
  adjustments: line.adjustments.map(({ amount }) => ({ amount: -amount })),
});

/** Nothing stays nothing: there is no zero below zero in an answer. */
const takenBack = (totals: LineTotals): LineTotals =>
  Object.fromEntries(Object.entries(totals).map(([name, amount]) => [name, 0 - amount])) as never;

/** What comes back is worth to the cent what it was sold for: it is rounded as it was then, not towards the shop. */
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

/** What pieces of a line are given back for: the discount of a piece is rounded, so that each is worth the same. */
export function valueOfSome(line: PricedLine, pieces: number): number {
  const raw = sum(line.adjustments.map(({ amount }) => amount));
  const price = netUnitPrice(line);
  // Half a cent more than the piece costs may come of rounding; nobody pays for giving back what was free.
  const unitDiscount = line.quantity > 0 ? Math.min(rounded(raw / line.quantity), Math.max(price, 0)) : 0;
  const value = (price - unitDiscount) * pieces;
  return value + taxesOn(value, line.tax_lines);
}

/** What can be given back for the pieces that were not returned yet. */
export const refundableOf = (line: PricedLine & { returned_quantity: number | null }): number =>
  valueOfSome(line, line.quantity - (line.returned_quantity ?? 0));
