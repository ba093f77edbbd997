import { shareOf, taxOn } from "../../../kernel/money.ts";
import type { TaxLine } from "./line-totals.ts";

export interface PricedShipping {
  price: number;
  includes_tax: boolean;
  tax_lines: readonly TaxLine[];
}

export interface ShippingTotals {
  subtotal: number;
  tax_total: number;
  total: number;
  original_tax_total: number;
  original_total: number;
}

/** The taxes of all rates together are rounded once. */
export function shippingTotals({ price, includes_tax, tax_lines }: PricedShipping): ShippingTotals {
  const tax = taxOn(price, shareOf(tax_lines), includes_tax);
  const total = includes_tax ? price : price + tax;
  return {
    subtotal: total - tax,
    tax_total: tax,
    total,
    original_tax_total: tax,
    original_total: total,
  };
}
