import { entity, json, softDeletedColumns, text, through } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const customerGroup = entity({
  name: "customer_group",
  description: "A group of customers, e.g. for a price list or a discount.",
  columns: {
    ...softDeletedColumns,
    name: text.required,
    metadata: json.nullable,
  },
  relations: {
    customers: through("customer", "customer_group_customers", "customer_group_id", "customer_id"),
    price_lists: through("price_list", "price_list_customer_groups", "customer_group_id", "price_list_id"),
  },
});

/** Groups that a discount condition refers to. */
export const namedByDiscountCondition: Condition = {
  name: "customer-group-in-discount-condition",
  sql: (row, parameter) =>
    `exists (select 1 from discount_condition_customer_group named
      where named.customer_group_id = ${row}.id and named.condition_id = ${parameter})`,
};

export const customerGroupsEntities = [customerGroup];
