import { shareOf, taxOn } from "../../../kernel/money.ts";

/** A tax rate in percent. */
export interface TaxRate {
  rate: number | null;
  name: string;
  code: string | null;
}

export interface PriceBasis {
  /** Null if the carrier calculates the price for each cart. */
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

/** Requested price fields have the basis of the price. */
export type UnpricedOption = Partial<Record<(typeof priceFields)[number], PriceBasis>>;

/** Computes the requested price fields of an option. */
export function withPrice<Option extends UnpricedOption & { id: string }>(option: Option): object {
  const requested = priceFields.filter((field) => field in option);
  const basis = option[requested[0]!];
  if (!basis) return option;
  const price = shippingPrice(basis);
  return { ...option, ...Object.fromEntries(requested.map((field) => [field, price[field]])) };
}
