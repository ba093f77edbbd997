/** A stored price. */
export interface PriceRow {
  id: string;
  variant_id: string;
  amount: number;
  currency_code: string;
  /** Null: the price applies wherever the currency is used. */
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
}
