import { entity, json, softDeletedColumns, text } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const productType = entity({
  name: "product_type",
  description: "The type of a product, for example shirt.",
  columns: {
    ...softDeletedColumns,
    value: text.required,
    metadata: json.nullable,
  },
});

export const isInDiscountCondition: Condition = {
  name: "type-in-discount-condition",
  sql: (row, parameter) =>
    `exists (select 1 from discount_condition_product_type named
      where named.product_type_id = ${row}.id and named.condition_id = ${parameter})`,
};

export const productTypesEntities = [productType];
