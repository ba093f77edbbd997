import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { categoryNotFound } from "./category.ts";

interface CategoryProducts {
  id: string;
  productIds: string[];
}

// Prevents only the deletion of the category: other transactions may add and remove products.
const lockShared = compiled("category-hold", (db, p: { id: string }) =>
  db.selectFrom("product_category").select("id").where("id", "=", p.id).forKeyShare(),
);

const known = compiled("category-known-products", (db, p: { productIds: string[] }) =>
  db
    .selectFrom("product")
    .select("id")
    .where(sql<boolean>`id = any(${p.productIds})`)
    .where("deleted_at", "is", null),
);

const add = compiled("category-add-products", (db, p: CategoryProducts) =>
  db
    .insertInto("product_category_product")
    .columns(["product_category_id", "product_id"])
    .expression((from) =>
      from
        .selectFrom("product")
        .select([sql<string>`${p.id}::varchar`.as("product_category_id"), "product.id"])
        .where(sql<boolean>`product.id = any(${p.productIds})`)
        .orderBy("product.id"),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

const remove = compiled("category-remove-products", (db, p: CategoryProducts) =>
  db
    .deleteFrom("product_category_product")
    .where("product_category_id", "=", p.id)
    .where(sql<boolean>`product_id = any(${p.productIds})`),
);

export async function lockCategoryShared(tx: Tx, id: string): Promise<void> {
  const [found] = await lockShared(tx, { id });
  if (!found) throw categoryNotFound(id);
}

export async function findMissingProducts(tx: Tx, productIds: string[]): Promise<string[]> {
  const found = new Set((await known(tx, { productIds })).map(({ id }) => id));
  return productIds.filter((id) => !found.has(id));
}

export async function addProducts(tx: Tx, id: string, productIds: string[]): Promise<void> {
  await add(tx, { id, productIds });
}

export async function removeProducts(tx: Tx, id: string, productIds: string[]): Promise<void> {
  await remove(tx, { id, productIds });
}
