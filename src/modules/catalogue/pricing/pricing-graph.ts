import {
  boolean,
  type Column,
  entity,
  integer,
  jsonOf,
  many,
  one,
  oneOf,
  softDeletedColumns,
  text,
  through,
  timestamp,
} from "../../../graph/entity.ts";

const amountColumns = {
  ...softDeletedColumns,
  currency_code: text.required,
  amount: integer.required,
  min_quantity: integer.nullable,
  max_quantity: integer.nullable,
  price_list_id: text.nullable,
  region_id: text.nullable,
};

const moneyAmount = entity({
  name: "money_amount",
  description: "A price of a variant in a currency or region, optionally for a quantity and of a price list.",
  columns: amountColumns,
  relations: {
    currency: one("currency", "currency_code", { otherColumn: "code", nullable: false }),
    price_list: one("price_list", "price_list_id"),
    variants: through("product_variant", "product_variant_money_amount", "money_amount_id", "variant_id"),
    region: one("region", "region_id"),
  },
  added: {
    variant_id: { type: ["string", "null"], description: "In price lists." },
    variant: { anyOf: [{ $ref: "ProductVariant" }, { type: "null" }] },
  },
});

const variantId: Column<string | null> = {
  ...text.nullable,
  sql: (row) =>
    `(select link.variant_id from product_variant_money_amount link where link.money_amount_id = ${row}.id limit 1)`,
};

/** The customer groups of the price's list; null for all customers. Internal: only the price selection uses it. */
const forGroups: Column<string[] | null> = {
  ...jsonOf<string[]>().nullable,
  sql: (row) =>
    `(select json_agg(members.customer_group_id) from price_list_customer_groups members where members.price_list_id = ${row}.price_list_id)`,
};

const regionIncludesTax: Column<boolean> = {
  ...boolean.required,
  sql: (row) =>
    `(${row}.region_id is not null and exists (select 1 from region
      where region.id = ${row}.region_id and region.includes_tax and region.deleted_at is null))`,
};

/** The input of the price selection: a price with its list, the groups of the list and the tax of its region. */
const variantPrice = entity({
  name: "variant_price",
  optional: ["variant_id", "price_list"],
  table: "money_amount",
  description: "A price of a variant, with its price list.",
  columns: {
    ...amountColumns,
    variant_id: variantId,
    $groups: forGroups,
    $region_includes_tax: regionIncludesTax,
  },
  relations: { price_list: one("price_list", "price_list_id") },
  eager: ["price_list"],
});

export const priceList = entity({
  name: "price_list",
  description: "Prices for a period or for customer groups.",
  columns: {
    ...softDeletedColumns,
    name: text.required,
    description: text.required,
    type: oneOf("sale", "override").required,
    status: oneOf("active", "draft").required,
    starts_at: timestamp.nullable,
    ends_at: timestamp.nullable,
    includes_tax: boolean.required,
  },
  relations: {
    customer_groups: through(
      "customer_group",
      "price_list_customer_groups",
      "price_list_id",
      "customer_group_id",
    ),
    prices: many("money_amount", "price_list_id"),
  },
});

const productVariantMoneyAmount = entity({
  name: "product_variant_money_amount",
  columns: {
    ...softDeletedColumns,
    money_amount_id: text.required,
    variant_id: text.required,
  },
});

export const pricingEntities = [moneyAmount, variantPrice, priceList, productVariantMoneyAmount];
