import { shareOf, taxOn } from "../../../kernel/money.ts";

/** A rate in percent, as it is shown with the price. */
export interface TaxRate {
  rate: number | null;
  name: string;
  code: string | null;
}

export interface PriceBasis {
  /** Null when the carrier calculates the price for each cart. */
  amount: number | null;
  includes_tax: boolean;
  rates: TaxRate[];
}

export interface ShippingPrice {
  price_incl_tax: number;
  tax_rates: TaxRate[];
  tax_amount: number;
}

/** The taxes of all rates together are rounded once. */
export function shippingPrice({ amount, includes_tax, rates }: PriceBasis): ShippingPrice {
  const price = amount ?? 0;
  const tax = taxOn(price, shareOf(rates), includes_tax);
  return { price_incl_tax: includes_tax ? price : price + tax, tax_rates: rates, tax_amount: tax };
}

const priceFields = ["price_incl_tax", "tax_rates", "tax_amount"] as const;

/** Each of the price's fields, where it was asked for, holds what the price is computed from. */
export type UnpricedOption = Partial<Record<(typeof priceFields)[number], PriceBasis>>;

/** Of an option as it was read, those of the price's fields that were asked for. */
export function withPrice<Option extends UnpricedOption & { id: string }>(option: Option): object {
  const asked = priceFields.filter((field) => field in option);
  const basis = option[asked[0]!];
  if (!basis) return option;
  const price = shippingPrice(basis);
  return { ...option, ...Object.fromEntries(asked.map((field) => [field, price[field]])) };
}
