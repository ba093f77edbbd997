import { boolean, entity, integer, json, many, one, rowColumns, text, through } from "../../graph/entity.ts";

const productCategory = entity({
  name: "product_category",
  columns: {
    ...rowColumns,
    name: text.required,
    description: text.required,
    handle: text.required,
    is_active: boolean.nullable,
    is_internal: boolean.nullable,
    parent_category_id: text.nullable,
    rank: integer.required,
    metadata: json.nullable,
  },
  relations: {
    parent_category: one("product_category", "parent_category_id"),
    category_children: many("product_category", "parent_category_id", { order: ["rank", "id"] }),
    products: through("product", "product_category_product", "product_category_id", "product_id"),
  },
});

export const categoriesEntities = [productCategory];
