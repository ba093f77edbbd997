/** The fields of a price that the selection needs. */
export interface Price {
  amount: number;
  currency_code: string;
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
  price_list_id: string | null;
  price_list: PriceListTerms | null;
  /** The customer groups of the price's list; null for all customers. */
  $groups: readonly string[] | null;
  /** Whether prices of the price's region include tax. */
  $region_includes_tax: boolean;
}

export interface PriceListTerms {
  type: string;
  status: string;
  starts_at: string | null;
  ends_at: string | null;
  includes_tax: boolean;
}

export interface TaxRate {
  rate: number | null;
  name: string;
  code: string | null;
}

/** The customer, market and time that a price is selected for. */
export interface PriceContext {
  regionId: string | null;
  currencyCode: string;
  customerGroupIds: readonly string[];
  /** Absent when prices are only shown. */
  quantity?: number;
  currencyIncludesTax: boolean;
  /** Tax as a share of the price; null if unknown. */
  taxShare: number | null;
  now: number;
}

export interface SelectedPrice {
  originalPrice: number | null;
  calculatedPrice: number | null;
  /** `default`, or the type of the price list. */
  calculatedPriceType: string | null;
  originalPriceIncludesTax: boolean | null;
  calculatedPriceIncludesTax: boolean | null;
}
