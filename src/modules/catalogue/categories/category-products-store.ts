import type { Tx } from "../../../db/database.ts";
import { linkTable, missingIds } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import { categoryNotFound } from "./category.ts";

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
