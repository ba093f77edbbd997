import type { Cart, CartLine, CartRegion } from "../../src/modules/carts/cart.ts";

/** A region that sells to the United States and Denmark at 10 %. */
export const aRegionModel = (details: Partial<CartRegion> = {}): CartRegion => ({
  id: "reg_1",
  currency_code: "usd",
  tax_rate: 10,
  tax_code: null,
  tax_provider_id: null,
  automatic_taxes: true,
  gift_cards_taxable: true,
  includes_tax: false,
  countries: [{ iso_2: "us" }, { iso_2: "dk" }],
  payment_providers: [{ id: "manual" }],
  ...details,
});

/** One shirt for 10.00. */
export const aLineModel = (details: Partial<CartLine> = {}): CartLine => ({
  id: "item_1",
  variant_id: "variant_1",
  title: "Shirt",
  unit_price: 1000,
  quantity: 1,
  includes_tax: false,
  should_merge: true,
  allow_discounts: true,
  is_return: false,
  is_giftcard: false,
  has_shipping: false,
  metadata: {},
  adjustments: [],
  variant: { product_id: "prod_1", sku: null, weight: null },
  ...details,
});

/** A cart with one shirt, as it is read from the database. */
export const aCartModel = (details: Partial<Cart> = {}): Cart => ({
  id: "cart_1",
  type: "default",
  email: null,
  customer_id: null,
  region_id: "reg_1",
  sales_channel_id: null,
  billing_address_id: null,
  shipping_address_id: null,
  payment_id: null,
  completed_at: null,
  payment_authorized_at: null,
  context: null,
  metadata: null,
  region: aRegionModel(),
  billing_address: null,
  shipping_address: null,
  items: [aLineModel()],
  discounts: [],
  gift_cards: [],
  shipping_methods: [],
  payment_sessions: [],
  ...details,
  $facts: {
    customer_id: null,
    completed_at: null,
    customer: null,
    currency_includes_tax: false,
    customer_group_ids: [],
    lines: { item_1: { rates: [], profiles: [] } },
    shipping_rates: {},
    spent: [],
    tax_answer: null,
    custom_shipping_prices: {},
    ...details.$facts,
  },
});
