import { sql } from "kysely";
import { refusedKey, refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { duplicateKey, type Product, productNotFound } from "./product.ts";

export const productColumns = [
  "id",
  "title",
  "subtitle",
  "description",
  "handle",
  "is_giftcard",
  "status",
  "thumbnail",
  "weight",
  "length",
  "height",
  "width",
  "hs_code",
  "origin_country",
  "mid_code",
  "material",
  "collection_id",
  "type_id",
  "discountable",
  "external_id",
  "metadata",
] as const;

const columnValues = (p: Product) => ({
  title: p.title,
  subtitle: p.subtitle,
  description: p.description,
  handle: p.handle,
  is_giftcard: p.is_giftcard,
  status: p.status,
  thumbnail: p.thumbnail,
  weight: p.weight,
  length: p.length,
  height: p.height,
  width: p.width,
  hs_code: p.hs_code,
  origin_country: p.origin_country,
  mid_code: p.mid_code,
  material: p.material,
  collection_id: p.collection_id,
  type_id: p.type_id,
  discountable: p.discountable,
  external_id: p.external_id,
  metadata: p.metadata,
});

const insert = compiled("product-insert", (db, p: Product) =>
  db.insertInto("product").values({ id: p.id, ...columnValues(p) }),
);

const update = compiled("product-update", (db, p: Product) =>
  db
    .updateTable("product")
    .set({ ...columnValues(p), updated_at: sql`now()` })
    .where("id", "=", p.id),
);

// FOR NO KEY UPDATE does not block inserts that refer to the product.
const lock = compiled("product-lock", (db, p: { id: string }) =>
  db
    .selectFrom("product")
    .select(productColumns)
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

const remove = compiledReturningWrite(
  "product-delete",
  { updates: ["product_option", "product_option_value", "product"] },
  (p: { id: string }) => sql<{ id: string }>`
    with options as (
      update product_option set deleted_at = now() where product_id = ${p.id} and deleted_at is null returning id),
    option_values as (
      update product_option_value set deleted_at = now()
      where option_id in (select id from options) and deleted_at is null)
    update product set deleted_at = now() where id = ${p.id} and deleted_at is null returning id`,
);

const refuseDuplicateKey = {
  unique: (violation: Parameters<typeof refusedKey>[0]) => {
    const { column, value } = refusedKey(violation);
    return duplicateKey("Product", column, value);
  },
};

export async function insertProduct(tx: Tx, product: Product): Promise<void> {
  await refusing(insert(tx, product), refuseDuplicateKey);
}

export async function saveProduct(tx: Tx, product: Product): Promise<void> {
  await refusing(update(tx, product), refuseDuplicateKey);
}

export async function lockProductIfExists(tx: Tx, id: string): Promise<Product | null> {
  const [found] = await lock(tx, { id });
  return found ? { ...found, metadata: found.metadata as Metadata | null } : null;
}

export async function lockProduct(tx: Tx, id: string): Promise<Product> {
  const product = await lockProductIfExists(tx, id);
  if (!product) throw productNotFound(id);
  return product;
}

/** Soft-deletes the product with its options; the caller deletes its variants. */
export async function deleteProductRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}
