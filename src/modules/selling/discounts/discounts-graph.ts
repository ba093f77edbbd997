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
} from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";
import type { ShownRow } from "../../../graph/row.ts";
import { conditionKinds, operators } from "./discount-condition.ts";
import { allocations, ruleTypes } from "./discount-rule.ts";

export const discount = entity({
  name: "discount",
  description: "A code that makes an order cheaper for those who know it.",
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
    // The column may be empty in v1, but no discount is made without a rule.
    rule: one("discount_rule", "rule_id", { nullable: false, includesDeleted: true }),
    parent_discount: one("discount", "parent_discount_id"),
    regions: through("region", "discount_regions", "discount_id", "region_id"),
  },
});

const discountRule = entity({
  name: "discount_rule",
  description: "What a discount takes off. A discount and the dynamic codes made from it share one rule.",
  columns: {
    ...softDeletedColumns,
    description: text.nullable,
    type: oneOf(...ruleTypes).required,
    value: integer.required,
    allocation: oneOf(...allocations).nullable,
    metadata: json.nullable,
  },
  relations: {
    conditions: many("discount_condition", "discount_rule_id"),
  },
});

export const discountCondition = entity({
  name: "discount_condition",
  description: "What a discount is for: some products, or customers of some groups.",
  columns: {
    ...softDeletedColumns,
    type: oneOf(...conditionKinds).required,
    operator: oneOf(...operators).required,
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

export const ruleHasType: Condition = {
  name: "discount-rule-has-type",
  sql: (row, type) =>
    `exists (select 1 from discount_rule rule where rule.id = ${row}.rule_id
      and rule.type = ${type}::discount_rule_type_enum)`,
};

export const ruleHasAllocation: Condition = {
  name: "discount-rule-has-allocation",
  sql: (row, allocation) =>
    `exists (select 1 from discount_rule rule where rule.id = ${row}.rule_id
      and rule.allocation = ${allocation}::discount_rule_allocation_enum)`,
};

/** Conditions of a discount, by the rule that both belong to. */
export const belongsToDiscount: Condition = {
  name: "discount-condition-belongs",
  sql: (row, discountId) =>
    `exists (select 1 from discount owner where owner.id = ${discountId}
      and owner.rule_id = ${row}.discount_rule_id and owner.deleted_at is null)`,
};

export type DiscountRow = ShownRow<typeof discount>;

export const discountsEntities = [discount, discountRule, discountCondition];
