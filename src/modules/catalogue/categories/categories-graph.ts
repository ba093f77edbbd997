import {
  boolean,
  type Entity,
  entity,
  integer,
  json,
  many,
  matching,
  one,
  rowColumns,
  text,
  through,
} from "../../../graph/entity.ts";

const inOrder = ["rank", "handle"];

const shownToAll = {
  ...rowColumns,
  name: text.required,
  description: text.required,
  handle: text.required,
  parent_category_id: text.nullable,
  rank: { ...integer.required, description: "Place among the categories of the same parent, from 0." },
  metadata: json.nullable,
};

const columns = {
  ...shownToAll,
  is_active: { ...boolean.nullable, description: "Shown in the storefront, unless internal." },
  is_internal: { ...boolean.nullable, description: "Only for the people who run the shop." },
};

/** Categories that visitors may know of. Each is judged on its own, whatever is above it. */
export const isOpen = (row: string) => `${row}.is_active is true and ${row}.is_internal is false`;

export const category = entity({
  name: "product_category",
  description: "A node of the tree that products are sorted into.",
  columns,
  relations: {
    parent_category: one("product_category", "parent_category_id"),
    category_children: many("product_category", "parent_category_id", { order: inOrder }),
    products: through("product", "product_category_product", "product_category_id", "product_id"),
  },
});

/** What the storefront sees of the categories of a product. */
const openCategory = entity({
  name: "open_product_category",
  table: "product_category",
  description: "A category that a product is in, as the storefront sees it.",
  only: isOpen,
  columns,
});

/** What the storefront sees: categories that are active and not internal, also as parents and children. */
export const storeCategory = entity({
  name: "store_product_category",
  table: "product_category",
  description: "A category as the storefront sees it.",
  only: isOpen,
  columns,
  relations: {
    parent_category: one("store_product_category", "parent_category_id"),
    category_children: many("store_product_category", "parent_category_id", { order: inOrder }),
    products: through("published_product", "product_category_product", "product_category_id", "product_id"),
  },
});

export const adminFields = Object.keys(columns);

/** Whether a category is open goes without saying in the storefront, but in trees, as in v1. */
export const storefrontFields = Object.keys(shownToAll);

/** The category with all its descendants in `category_children`, flat; `asTree` puts them in their places. */
export const withDescendants = (of: Entity): Entity => ({
  ...of,
  relations: {
    ...of.relations,
    category_children: matching(of.name, (other, row) => isBelow(of, other, row), inOrder),
  },
});

/** Found by the parents, not by the path: a row written by other hands may lack it. `union` ends on a circle. */
function isBelow(of: Entity, other: string, row: string): string {
  const child = `${other}_child`;
  const children = `select ${child}.id from "${of.table}" ${child}`;
  const meant = of.only ? ` and ${of.only(child)}` : "";
  return `${other}.id = any(array(
    with recursive below(id) as (
      ${children} where ${child}.parent_category_id = ${row}.id${meant}
      union ${children} join below on ${child}.parent_category_id = below.id${meant}
    ) select below.id from below))`;
}

export const categoriesEntities = [category, openCategory, storeCategory];
