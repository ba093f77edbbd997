type Free = Readonly<Record<string, unknown>>;

/** A line of a cart, or one that becomes one. Amounts are integers in the smallest unit of the currency. */
export interface ShopLine {
  readonly id: string;
  /** Null for lines that a user entered. */
  readonly variant_id: string | null;
  readonly title: string | null;
  readonly quantity: number;
  readonly unit_price: number;
  readonly metadata: Free;
  /** The fields of the shop that have a value, by their names; also where the others have `custom_fields`. */
  readonly custom_fields: Free;
}

export interface ShopVariant {
  readonly id: string;
  readonly title: string;
  readonly sku: string | null;
  readonly custom_fields: Free;
  readonly product: {
    readonly id: string;
    readonly title: string;
    readonly is_giftcard: boolean;
    readonly custom_fields: Free;
  };
}

export interface ShopCartLine extends ShopLine {
  readonly product_id: string | null;
  readonly is_return: boolean;
  readonly is_giftcard: boolean;
}

export interface ShopCart {
  readonly id: string;
  readonly type: string;
  readonly email: string | null;
  readonly customer_id: string | null;
  /** Null without an account: guests do not prove their email. */
  readonly customer: { readonly id: string; readonly custom_fields: Free } | null;
  /** Only of customers with an account: guests do not prove their email. */
  readonly customer_group_ids: readonly string[];
  readonly region_id: string;
  readonly currency_code: string;
  readonly sales_channel_id: string | null;
  /** Of the shipping address. */
  readonly country_code: string | null;
  readonly postal_code: string | null;
  readonly discount_codes: readonly string[];
  readonly shipping_option_ids: readonly string[];
  readonly items: readonly ShopCartLine[];
  readonly metadata: Free;
  readonly custom_fields: Free;
}

export interface ShopCartTotals {
  readonly subtotal: number;
  readonly discount_total: number;
  readonly shipping_total: number;
  readonly tax_total: number;
  readonly total: number;
}
