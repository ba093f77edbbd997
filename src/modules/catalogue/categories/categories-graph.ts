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
import type { SelectedRow } from "../../../graph/row.ts";

const siblingOrder = ["rank", "handle"];

const publicColumns = {
  ...rowColumns,
  name: text.required,
  description: text.required,
  handle: text.required,
  parent_category_id: text.nullable,
  rank: { ...integer.required, description: "Position among the categories of the same parent, from 0." },
  metadata: json.nullable,
};

const columns = {
  ...publicColumns,
  is_active: { ...boolean.nullable, description: "Shown in the storefront, unless internal." },
  is_internal: { ...boolean.nullable, description: "Shown to admins only." },
};

/** SQL: whether the storefront shows the category. Its ancestors do not matter. */
export const isPublicCategory = (row: string) => `${row}.is_active is true and ${row}.is_internal is false`;

export const category = entity({
  name: "product_category",
  description: "A node in the tree of product categories.",
  columns,
  relations: {
    parent_category: one("product_category", "parent_category_id"),
    category_children: many("product_category", "parent_category_id", { order: siblingOrder }),
    products: through("product", "product_category_product", "product_category_id", "product_id"),
  },
});

const publicCategory = entity({
  name: "open_product_category",
  table: "product_category",
  description: "A category of a product in the storefront.",
  only: isPublicCategory,
  columns,
});

/** Parents and children are restricted to public categories as well. */
export const storeCategory = entity({
  name: "store_product_category",
  table: "product_category",
  description: "A category in the storefront.",
  only: isPublicCategory,
  columns,
  relations: {
    parent_category: one("store_product_category", "parent_category_id"),
    category_children: many("store_product_category", "parent_category_id", { order: siblingOrder }),
    products: through("published_product", "product_category_product", "product_category_id", "product_id"),
  },
});

/** A category of the admin or of the storefront, with the fields that the request selects. */
export type CategoryRow = SelectedRow<typeof category | typeof storeCategory>;

const namesOf = <Columns extends object>(of: Columns) => Object.keys(of) as (keyof Columns)[];

export const adminFields = namesOf(columns);

export const storefrontFields = namesOf(publicColumns);

/** All descendants as a flat list in `category_children`; `asTree` builds the tree. */
export const withDescendants = <E extends Entity>(of: E): E => ({
  ...of,
  relations: {
    ...of.relations,
    category_children: matching(of.name, (other, row) => isDescendant(of, other, row), siblingOrder),
  },
});

/** Follows the parents instead of the path: rows of other writers may lack a path. `union` ends on a cycle. */
function isDescendant(of: Entity, other: string, row: string): string {
  const child = `${other}_child`;
  const children = `select ${child}.id from "${of.table}" ${child}`;
  const onlyMatching = of.only ? ` and ${of.only(child)}` : "";
  return `${other}.id = any(array(
    with recursive below(id) as (
      ${children} where ${child}.parent_category_id = ${row}.id${onlyMatching}
      union ${children} join below on ${child}.parent_category_id = below.id${onlyMatching}
    ) select below.id from below))`;
}

export const categoriesEntities = [category, publicCategory, storeCategory];
