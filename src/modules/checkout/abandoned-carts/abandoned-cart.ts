/** A cart with an email and goods that its customer has left behind. */
export interface AbandonedCart {
  id: string;
  email: string;
  customer_id: string | null;
  name: string | null;
  phone: string | null;
  currency_code: string;
  region: string;
  pieces: number;
  /** What the goods cost, without taxes on top, discounts and shipping. */
  worth: number;
  /** The goods in words. */
  titles: string;
  created_at: Date;
  /** When the customer last changed it. */
  active_at: Date;
  contacted_at: Date | null;
}

export interface AbandonedCartLine {
  id: string;
  title: string;
  description: string | null;
  thumbnail: string | null;
  quantity: number;
  unit_price: number;
  product_id: string | null;
  sku: string | null;
}

export interface CartFilters {
  /** How long the customer has not changed it. */
  idleHours: number;
  /** Null: both. */
  contacted: boolean | null;
  from: string | null;
  to: string | null;
}
