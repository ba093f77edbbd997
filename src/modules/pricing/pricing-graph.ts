import {
  boolean,
  entity,
  integer,
  many,
  one,
  oneOf,
  softDeletedColumns,
  text,
  through,
  timestamp,
} from "../../graph/entity.ts";

const moneyAmount = entity({
  name: "money_amount",
  columns: {
    ...softDeletedColumns,
    currency_code: text.required,
    amount: integer.required,
    min_quantity: integer.nullable,
    max_quantity: integer.nullable,
    price_list_id: text.nullable,
    region_id: text.nullable,
  },
  relations: {
    currency: one("currency", "currency_code", { otherColumn: "code", nullable: false }),
    price_list: one("price_list", "price_list_id"),
    variants: through("product_variant", "product_variant_money_amount", "money_amount_id", "variant_id"),
    region: one("region", "region_id"),
  },
});

const priceList = entity({
  name: "price_list",
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

export const pricingEntities = [moneyAmount, priceList, productVariantMoneyAmount];
