import type { Address, Amount, Customer } from "./common.ts";

/** A tax rate in percent: 19 is 19 %. */
export interface TaxRate {
  rate: number;
  name: string;
  code: string | null;
}

export interface TaxableItem {
  lineItemId: string;
  productId: string | null;
  quantity: number;
  unitPrice: Amount;
  /** Of the whole line. */
  discount: Amount;
  /** Whether the prices include tax. */
  includesTax: boolean;
  /** The rates that the shop has set for the product; the built-in calculation returns them. */
  rates: TaxRate[];
}

export interface TaxableShipping {
  shippingMethodId: string;
  amount: Amount;
  includesTax: boolean;
  rates: TaxRate[];
}

export interface TaxCalculation {
  currencyCode: string;
  regionId: string;
  shippingAddress: Address | null;
  customer: Customer | null;
  items: TaxableItem[];
  shipping: TaxableShipping[];
}

export interface TaxLines {
  items: (TaxRate & { lineItemId: string })[];
  shipping: (TaxRate & { shippingMethodId: string })[];
}

/** A tax service, for regions that name it as their tax provider. */
export interface TaxProvider {
  readonly id: string;
  /**
   * Called once for a calculation, with the whole cart. Must not store anything: carts are calculated many times. An item without
   * a line in the result is not taxed.
   */
  taxLines(calculation: TaxCalculation): Promise<TaxLines>;
}
