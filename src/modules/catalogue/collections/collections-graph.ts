import { entity, json, many, softDeletedColumns, text } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const collection = entity({
  name: "product_collection",
  description: "A group of products, for example of a season.",
  columns: {
    ...softDeletedColumns,
    title: text.required,
    handle: text.nullable,
    metadata: json.nullable,
  },
  relations: { products: many("product", "collection_id") },
});

export const isInDiscountCondition: Condition = {
  name: "collection-in-discount-condition",
  sql: (row, parameter) =>
    `exists (select 1 from discount_condition_product_collection named
      where named.product_collection_id = ${row}.id and named.condition_id = ${parameter})`,
};

export const collectionsEntities = [collection];
