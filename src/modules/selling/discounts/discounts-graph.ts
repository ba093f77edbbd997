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
import type { SelectedRow } from "../../../graph/row.ts";
import { allocations, conditionKinds, operators, ruleTypes } from "./discount-rule.ts";

export const discount = entity({
  name: "discount",
  description: "A code that reduces the price of an order.",
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
    // The column is nullable in v1, but every discount is created with a rule.
    rule: one("discount_rule", "rule_id", { nullable: false, includesDeleted: true }),
    parent_discount: one("discount", "parent_discount_id"),
    regions: through("region", "discount_regions", "discount_id", "region_id"),
  },
});

const discountRule = entity({
  name: "discount_rule",
  description: "The type and amount of a discount. A discount and its dynamic codes share one rule.",
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
  description: "Limits a discount to products or customer groups.",
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

export const discountStates = ["active", "scheduled", "expired", "used_up", "disabled"] as const;

/** The first state that holds. That of a dynamic code is its own, whatever its parent's is. */
export const isInState: Condition = {
  name: "discount-is-in-state",
  sql: (row, state) => `(case
      when ${row}.is_disabled then 'disabled'
      when ${row}.ends_at < now() then 'expired'
      when ${row}.usage_count >= ${row}.usage_limit then 'used_up'
      when ${row}.starts_at > now() then 'scheduled'
      else 'active' end) = ${state}`,
};

/** Conditions of a discount, by the rule that both belong to. */
export const belongsToDiscount: Condition = {
  name: "discount-condition-belongs",
  sql: (row, discountId) =>
    `exists (select 1 from discount owner where owner.id = ${discountId}
      and owner.rule_id = ${row}.discount_rule_id and owner.deleted_at is null)`,
};

export type DiscountRow = SelectedRow<typeof discount>;

export const discountsEntities = [discount, discountRule, discountCondition];

/** Whether a product matches a condition, by kind. `condition` is the alias of its row. */
const matches = (condition: string, productId: string): Record<string, string> => ({
  products: `exists (select 1 from discount_condition_product eligible_link
    where eligible_link.condition_id = ${condition}.id and eligible_link.product_id = ${productId})`,
  product_types: `exists (select 1 from discount_condition_product_type eligible_link
    join product eligible_product on eligible_product.type_id = eligible_link.product_type_id
    where eligible_link.condition_id = ${condition}.id and eligible_product.id = ${productId})`,
  product_collections: `exists (select 1 from discount_condition_product_collection eligible_link
    join product eligible_product on eligible_product.collection_id = eligible_link.product_collection_id
    where eligible_link.condition_id = ${condition}.id and eligible_product.id = ${productId})`,
  product_tags: `exists (select 1 from discount_condition_product_tag eligible_link
    join product_tags eligible_tagged on eligible_tagged.product_tag_id = eligible_link.product_tag_id
    where eligible_link.condition_id = ${condition}.id and eligible_tagged.product_id = ${productId})`,
});

/**
 * SQL that is true if the product meets all product conditions of the rule. Conditions on customer groups are checked when
 * the code is applied. The arguments are SQL: parameters, or columns with the alias of their row. A null product matches only
 * a rule without product conditions.
 */
export function productIsEligible(ruleId: string, productId: string): string {
  const condition = "eligible_condition";
  const cases = Object.entries(matches(condition, productId)).map(
    ([type, isMatched]) => `when '${type}' then ${isMatched}`,
  );
  return `not exists (select 1 from discount_condition ${condition}
    where ${condition}.discount_rule_id = ${ruleId} and ${condition}.deleted_at is null
      and ${condition}.type <> 'customer_groups'
      and (${productId} is null
        or (${condition}.operator = 'in') <> (case ${condition}.type ${cases.join(" ")} end)))`;
}
