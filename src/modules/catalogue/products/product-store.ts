import { sql } from "kysely";
import { refusedKey, refusing } from "../../../db/constraint.ts";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite } from "../../../db/statements.ts";
import { storedColumns, valuesOf } from "../../../graph/written-row.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import { duplicateKey, type Product, productNotFound } from "./product.ts";
import { product } from "./products-graph.ts";

export const productFields = customFieldsOf("product");

export const productColumns = storedColumns("product", product);

const insert = compiled("product-insert", (db, p: Product) =>
  db.insertInto("product").values(valuesOf(p, productColumns)),
);

const update = compiled("product-update", (db, p: Product) => {
  const { id, ...changed } = valuesOf(p, productColumns);
  return db
    .updateTable("product")
    .set({ ...changed, updated_at: sql`now()` })
    .where("id", "=", id);
});

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
  return found ?? null;
}

const fieldsOf = compiled("product-fields", (db, p: { id: string }) =>
  db.selectFrom("product").select("custom_fields").where("id", "=", p.id),
);

/** The fields of the shop, as they are stored. */
export async function readProductFields(tx: Tx, id: string): Promise<SentCustomFields> {
  const [found] = await fieldsOf(tx, { id });
  return (found?.custom_fields ?? {}) as SentCustomFields;
}

export async function lockProduct(tx: Tx, id: string): Promise<Product> {
  const product = await lockProductIfExists(tx, id);
  if (!product) throw productNotFound(id);
  return product;
}

const findLive = compiled("product-exists", (db, p: { id: string }) =>
  db.selectFrom("product").select("id").where("id", "=", p.id).where("deleted_at", "is", null),
);

/** Refuses if there is no such product. */
export async function checkProduct(on: Connection, id: string): Promise<void> {
  if ((await findLive(on, { id })).length === 0) throw productNotFound(id);
}

/** Soft-deletes the product with its options; the caller deletes its variants. */
export async function deleteProductRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}
