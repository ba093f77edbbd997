import { entity, json, softDeletedColumns, text } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const productTag = entity({
  name: "product_tag",
  description: "A word that products are found by, e.g. summer.",
  columns: {
    ...softDeletedColumns,
    value: text.required,
    metadata: json.nullable,
  },
});

/** Tags that a discount condition names. */
export const namedByDiscountCondition: Condition = {
  name: "tag-in-discount-condition",
  sql: (row, parameter) =>
    `exists (select 1 from discount_condition_product_tag named
      where named.product_tag_id = ${row}.id and named.condition_id = ${parameter})`,
};

export const productTagsEntities = [productTag];
