/** A price as it is stored. */
export interface PriceRow {
  id: string;
  variant_id: string;
  amount: number;
  currency_code: string;
  /** Null for a price that counts wherever the currency is used. */
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
}
