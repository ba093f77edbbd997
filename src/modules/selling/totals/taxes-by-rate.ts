import { rounded } from "../../../kernel/money.ts";
import type { TaxLine } from "./line-totals.ts";

/** A line or the shipping: what it costs without tax, and its tax. */
export interface TaxedPart {
  net: number;
  tax: number;
  tax_lines: readonly TaxLine[];
}

/** What was taxed with a rate. Without any rate: 0 percent. */
export interface TaxOfRate {
  rate: number;
  name: string;
  net: number;
  tax: number;
}

const untaxed: TaxLine = { rate: 0, name: "", code: null };

/** The tax of a part for each of its rates. The shares add up to the tax. */
function sharesOf({ tax, tax_lines }: TaxedPart): { rate: TaxLine; tax: number }[] {
  const rates = tax_lines.length > 0 ? tax_lines : [untaxed];
  const sum = rates.reduce((total, { rate }) => total + rate, 0);
  let left = tax;
  return rates.map((rate, index) => {
    const share = index === rates.length - 1 || sum === 0 ? left : rounded((tax * rate.rate) / sum);
    left -= share;
    return { rate, tax: share };
  });
}

/** The taxes of an invoice, the highest rate first. */
export function taxesByRate(parts: readonly TaxedPart[]): TaxOfRate[] {
  const found = new Map<string, TaxOfRate>();
  for (const part of parts) {
    for (const { rate, tax } of sharesOf(part)) {
      const key = `${rate.rate} ${rate.name}`;
      const before = found.get(key) ?? { rate: rate.rate, name: rate.name, net: 0, tax: 0 };
      found.set(key, { ...before, net: before.net + part.net, tax: before.tax + tax });
    }
  }
  return [...found.values()].sort((one, other) => other.rate - one.rate);
}

/** A share of the parts, such as of a refund that is smaller than its goods. */
export const scaledParts = (parts: readonly TaxedPart[], share: number): TaxedPart[] =>
  parts.map((part) => {
    const total = rounded((part.net + part.tax) * share);
    const tax = rounded(part.tax * share);
    return { ...part, tax, net: total - tax };
  });
