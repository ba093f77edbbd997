import { entity, json, softDeletedColumns, text } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";

const columns = { ...softDeletedColumns, value: text.required, metadata: json.nullable };

export const productTag = entity({
  name: "product_tag",
  description: "A keyword of products, for example summer.",
  columns,
});

export const productType = entity({
  name: "product_type",
  description: "The type of a product, for example shirt.",
  columns,
});

export const isTagInDiscountCondition: Condition = {
  name: "tag-in-discount-condition",
  sql: (row, parameter) =>
    `exists (select 1 from discount_condition_product_tag named
      where named.product_tag_id = ${row}.id and named.condition_id = ${parameter})`,
};

export const isTypeInDiscountCondition: Condition = {
  name: "type-in-discount-condition",
  sql: (row, parameter) =>
    `exists (select 1 from discount_condition_product_type named
      where named.product_type_id = ${row}.id and named.condition_id = ${parameter})`,
};

/** All types, oldest first, up to the largest page. */
export const listProductTypes = (graph: Graph, { maxLimit }: { maxLimit: number }) =>
  graph.rows({ entity: productType }, { limit: maxLimit, offset: 0, order: "created_at" });

export const productTagsEntities = [productTag];
export const productTypesEntities = [productType];
