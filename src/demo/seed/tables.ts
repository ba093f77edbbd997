/**
 * The tables and columns the demo shop fills, with their SQL types. Every statement of the seed is built from
 * this constant alone; columns that are not named here keep their defaults.
 */

const text = "text";
const int = "int";
const bool = "boolean";
const json = "jsonb";
const time = "timestamptz";

const row = { id: text, created_at: time, updated_at: time } as const;

export const tables = {
  region: { ...row, name: text, currency_code: text, tax_rate: "real" },
  region_payment_providers: { region_id: text, provider_id: text },
  region_fulfillment_providers: { region_id: text, provider_id: text },
  tax_rate: { ...row, name: text, code: text, rate: "real", region_id: text },
  product_type_tax_rate: { product_type_id: text, rate_id: text },
  shipping_option: {
    ...row,
    name: text,
    region_id: text,
    profile_id: text,
    provider_id: text,
    price_type: "shipping_option_price_type_enum",
    amount: int,
    is_return: bool,
    data: json,
  },
  shipping_option_requirement: {
    id: text,
    shipping_option_id: text,
    type: "shipping_option_requirement_type_enum",
    amount: int,
  },
  product_category: {
    ...row,
    name: text,
    handle: text,
    description: text,
    parent_category_id: text,
    mpath: text,
    rank: int,
    is_active: bool,
    is_internal: bool,
  },
  product_collection: { ...row, title: text, handle: text },
  product_type: { ...row, value: text },
  product_tag: { ...row, value: text },
  product: {
    ...row,
    title: text,
    subtitle: text,
    description: text,
    handle: text,
    is_giftcard: bool,
    thumbnail: text,
    weight: int,
    hs_code: text,
    origin_country: text,
    material: text,
    collection_id: text,
    type_id: text,
    discountable: bool,
    status: "product_status_enum",
  },
  product_option: { ...row, title: text, product_id: text },
  product_variant: {
    ...row,
    title: text,
    product_id: text,
    sku: text,
    inventory_quantity: int,
    manage_inventory: bool,
    weight: int,
    variant_rank: int,
  },
  product_option_value: { ...row, value: text, option_id: text, variant_id: text },
  image: { ...row, url: text },
  product_images: { product_id: text, image_id: text },
  product_tags: { product_id: text, product_tag_id: text },
  product_category_product: { product_id: text, product_category_id: text },
  product_sales_channel: { product_id: text, sales_channel_id: text },
  product_shipping_profile: { product_id: text, profile_id: text },
  price_list: {
    ...row,
    name: text,
    description: text,
    type: "price_list_type_enum",
    status: "price_list_status_enum",
  },
  money_amount: { ...row, currency_code: text, amount: int, price_list_id: text },
  product_variant_money_amount: { ...row, money_amount_id: text, variant_id: text },
  discount_rule: {
    ...row,
    description: text,
    type: "discount_rule_type_enum",
    value: int,
    allocation: "discount_rule_allocation_enum",
  },
  discount: {
    ...row,
    code: text,
    is_dynamic: bool,
    is_disabled: bool,
    rule_id: text,
    starts_at: time,
    usage_limit: int,
  },
  discount_regions: { discount_id: text, region_id: text },
  discount_condition: {
    ...row,
    type: "discount_condition_type_enum",
    operator: "discount_condition_operator_enum",
    discount_rule_id: text,
  },
  discount_condition_product_collection: { product_collection_id: text, condition_id: text },
  customer_group: { ...row, name: text },
  customer: {
    ...row,
    email: text,
    first_name: text,
    last_name: text,
    phone: text,
    has_account: bool,
    password_hash: text,
    billing_address_id: text,
  },
  customer_group_customers: { customer_group_id: text, customer_id: text },
  address: {
    ...row,
    customer_id: text,
    company: text,
    first_name: text,
    last_name: text,
    address_1: text,
    city: text,
    province: text,
    postal_code: text,
    country_code: text,
    phone: text,
  },
} as const;

export type TableName = keyof typeof tables;

type Value<SqlType> = SqlType extends typeof int | "real"
  ? number | null
  : SqlType extends typeof bool
    ? boolean
    : SqlType extends typeof json
      ? Record<string, unknown>
      : string | null;

export type Row<T extends TableName> = { [C in keyof (typeof tables)[T]]: Value<(typeof tables)[T][C]> };
