import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Tx } from "../../../db/database.ts";
import { linkTable, missingIds } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { duplicate } from "../../../kernel/refusal.ts";
import { type Category, categoryNotFound } from "./category.ts";

export const categoryFields = customFieldsOf("product_category");

type PositionedCategory = Category & { rank: number; mpath: string };

const insert = compiled("category-insert", (db, p: PositionedCategory) =>
  db.insertInto("product_category").values({
    id: p.id,
    name: p.name,
    description: p.description,
    handle: p.handle,
    is_active: p.is_active,
    is_internal: p.is_internal,
    parent_category_id: p.parent_category_id,
    rank: p.rank,
    mpath: p.mpath,
    metadata: p.metadata,
  }),
);

// Not its position in the tree: that changes together with its siblings.
const update = compiled("category-update", (db, p: Category) =>
  db
    .updateTable("product_category")
    .set({
      name: p.name,
      description: p.description,
      handle: p.handle,
      is_active: p.is_active,
      is_internal: p.is_internal,
      metadata: p.metadata,
      updated_at: sql`now()`,
    })
    .where("id", "=", p.id),
);

// FOR UPDATE would deadlock with a transaction that adds a product to the category.
const lock = compiled("category-lock", (db, p: { id: string }) =>
  db
    .selectFrom("product_category")
    .select(["id", "name", "description", "handle", "is_active", "is_internal"])
    .select(["parent_category_id", "metadata"])
    .where("id", "=", p.id)
    .forNoKeyUpdate(),
);

const remove = compiled("category-delete", (db, p: { id: string }) =>
  db.deleteFrom("product_category").where("id", "=", p.id),
);

const refuseDuplicateHandle = (category: Category) => ({
  unique: () => duplicate(`Product_category with handle ${category.handle} already exists.`),
});

export async function insertCategory(tx: Tx, category: PositionedCategory): Promise<void> {
  await refusing(insert(tx, category), refuseDuplicateHandle(category));
}

export async function lockCategoryIfExists(tx: Tx, id: string): Promise<Category | null> {
  const [found] = await lock(tx, { id });
  return found ? { ...found, metadata: found.metadata as Metadata | null } : null;
}

export async function lockCategory(tx: Tx, id: string): Promise<Category> {
  const found = await lockCategoryIfExists(tx, id);
  if (!found) throw categoryNotFound(id);
  return found;
}

export async function saveCategory(tx: Tx, category: Category): Promise<void> {
  await refusing(update(tx, category), refuseDuplicateHandle(category));
}

/** Foreign keys delete the links to its products. */
export async function deleteCategoryRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

// Prevents only the deletion of the category: other transactions may add and remove products.
const lockShared = compiled("category-hold", (db, p: { id: string }) =>
  db.selectFrom("product_category").select("id").where("id", "=", p.id).forKeyShare(),
);

const productsOfCategories = linkTable("product_category_product", {
  owner: "product_category_id",
  other: "product_id",
});

/** The categories of products. */
export const categoriesOfProducts = linkTable("product_category_product", {
  owner: "product_id",
  other: "product_category_id",
});

export async function lockCategoryShared(tx: Tx, id: string): Promise<void> {
  const [found] = await lockShared(tx, { id });
  if (!found) throw categoryNotFound(id);
}

export const findMissingProducts = missingIds("product");

export const addProducts = productsOfCategories.add;
export const removeProducts = productsOfCategories.remove;
