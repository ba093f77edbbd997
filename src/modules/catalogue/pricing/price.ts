/** A price of a variant, as far as the selection needs it. */
export interface Price {
  amount: number;
  currency_code: string;
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
  price_list_id: string | null;
  price_list: PriceListTerms | null;
  /** The groups that the price's list is for; null for everybody. */
  $groups: readonly string[] | null;
  /** Whether prices of the region that the price is for include tax. */
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

/** For whom, where and when a price is wanted. */
export interface PriceContext {
  regionId: string | null;
  currencyCode: string;
  customerGroupIds: readonly string[];
  /** Absent when prices are shown and nothing is bought yet. */
  quantity?: number;
  currencyIncludesTax: boolean;
  /** Tax as a share of the price, null when it is not known. */
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
