import { entity, json, softDeletedColumns, text } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const productTag = entity({
  name: "product_tag",
  description: "A keyword of products, for example summer.",
  columns: {
    ...softDeletedColumns,
    value: text.required,
    metadata: json.nullable,
  },
});

export const isInDiscountCondition: Condition = {
  name: "tag-in-discount-condition",
  sql: (row, parameter) =>
    `exists (select 1 from discount_condition_product_tag named
      where named.product_tag_id = ${row}.id and named.condition_id = ${parameter})`,
};

export const productTagsEntities = [productTag];
