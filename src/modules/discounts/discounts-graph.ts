import {
  boolean,
  entity,
  integer,
  json,
  many,
  one,
  oneOf,
  softDeletedColumns,
  text,
  through,
  timestamp,
} from "../../graph/entity.ts";

const discount = entity({
  name: "discount",
  columns: {
    ...softDeletedColumns,
    code: text.required,
    is_dynamic: boolean.required,
    rule_id: text.nullable,
    is_disabled: boolean.required,
    parent_discount_id: text.nullable,
    starts_at: timestamp.required,
    ends_at: timestamp.nullable,
    valid_duration: text.nullable,
    usage_limit: integer.nullable,
    usage_count: integer.required,
    metadata: json.nullable,
  },
  relations: {
    rule: one("discount_rule", "rule_id"),
    parent_discount: one("discount", "parent_discount_id"),
    regions: through("region", "discount_regions", "discount_id", "region_id"),
  },
});

const discountRule = entity({
  name: "discount_rule",
  columns: {
    ...softDeletedColumns,
    description: text.nullable,
    type: oneOf("fixed", "percentage", "free_shipping").required,
    value: integer.required,
    allocation: oneOf("total", "item").nullable,
    metadata: json.nullable,
  },
  relations: {
    conditions: many("discount_condition", "discount_rule_id"),
  },
});

const discountCondition = entity({
  name: "discount_condition",
  columns: {
    ...softDeletedColumns,
    type: oneOf("products", "product_types", "product_collections", "product_tags", "customer_groups")
      .required,
    operator: oneOf("in", "not_in").required,
    discount_rule_id: text.required,
    metadata: json.nullable,
  },
  relations: {
    discount_rule: one("discount_rule", "discount_rule_id", { nullable: false }),
    products: through("product", "discount_condition_product", "condition_id", "product_id"),
    product_types: through(
      "product_type",
      "discount_condition_product_type",
      "condition_id",
      "product_type_id",
    ),
    product_tags: through("product_tag", "discount_condition_product_tag", "condition_id", "product_tag_id"),
    product_collections: through(
      "product_collection",
      "discount_condition_product_collection",
      "condition_id",
      "product_collection_id",
    ),
    customer_groups: through(
      "customer_group",
      "discount_condition_customer_group",
      "condition_id",
      "customer_group_id",
    ),
  },
});

export const discountsEntities = [discount, discountRule, discountCondition];
