import { sql } from "kysely";
import { refusedKey, refusing, type Violation } from "../../../db/constraint.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { duplicateKey, type Product } from "./product.ts";
import { optionsOf, variantsOf } from "./product-content-store.ts";
import type { ProductSnapshot } from "./product-snapshot.ts";
import { productColumns } from "./product-store.ts";

const productId = sql.ref("product.id");
const columns = sql.join(productColumns.map((name) => sql.ref(name)));
const selectedColumns = sql.join(productColumns.map((name) => sql.ref(`product.${name}`)));
const assignments = sql.join(
  productColumns.filter((name) => name !== "id").map((name) => sql`${sql.ref(name)} = sent.${sql.ref(name)}`),
);

type ProductSnapshotRow = Product & Omit<ProductSnapshot, "product">;

const read = compiledSql(
  "known-products",
  (p: { ids: string[] }) => sql<ProductSnapshotRow>`
    select ${selectedColumns}, type.value as type,
      array(select tag.value::text from product_tags link join product_tag tag on tag.id = link.product_tag_id
        where link.product_id = product.id and tag.deleted_at is null) as tags,
      array(select image.url::text from product_images link join image on image.id = link.image_id
        where link.product_id = product.id and image.deleted_at is null order by link.position) as images,
      array(select channel.id::text from product_sales_channel link join sales_channel channel
          on channel.id = link.sales_channel_id
        where link.product_id = product.id and channel.deleted_at is null) as channels,
      array(select product_category_id::text from product_category_product link
        where link.product_id = product.id) as categories,
      ${optionsOf(productId)} as options, ${variantsOf(productId)} as variants
    from product left join product_type type on type.id = product.type_id
    where product.id = any(${p.ids}) and product.deleted_at is null`,
);

/** Unknown ids are ignored. */
export async function readProductSnapshots(on: Connection, ids: string[]): Promise<ProductSnapshot[]> {
  if (ids.length === 0) return [];
  return (await read(on, { ids })).map((found) => {
    const { type, tags, images, channels, categories, options, variants, ...product } = found;
    return { product, type, tags, images, channels, categories, options, variants };
  });
}

interface ProductKeys {
  ids: string[];
  handles: string[];
}

interface ProductHandle {
  id: string;
  handle: string | null;
}

const find = (p: ProductKeys) => sql<ProductHandle>`select id, handle from product
  where (id = any(${p.ids}) or handle = any(${p.handles})) and deleted_at is null`;
const findByKeys = compiledSql("products-named", find);
const lockByKeys = compiledSql(
  "products-named-lock",
  (p: ProductKeys) => sql<ProductHandle>`${find(p)} order by id for no key update`,
);

/** The products with these ids or handles, locked if the transaction is going to change them. */
export const findProductsByIdOrHandle = (
  on: Connection,
  keys: ProductKeys,
  isToChange: boolean,
): Promise<ProductHandle[]> => (isToChange ? lockByKeys : findByKeys)(on, keys);

interface VariantCodes {
  id: string;
  sku: string | null;
  barcode: string | null;
}

const codes = compiledSql(
  "variants-with-codes",
  (p: { skus: string[]; barcodes: string[] }) => sql<VariantCodes>`
    select id, sku, barcode from product_variant
    where (sku = any(${p.skus}) or barcode = any(${p.barcodes})) and deleted_at is null`,
);

export const findVariantsByCode = (
  on: Connection,
  keys: { skus: string[]; barcodes: string[] },
): Promise<VariantCodes[]> => codes(on, keys);

const insert = compiledReturningWrite(
  "products-insert",
  { inserts: ["product"] },
  (p: { rows: string }) => sql`insert into product (${columns})
    select ${columns} from json_populate_recordset(null::product, ${p.rows}::json)`,
);

const update = compiledReturningWrite(
  "products-update",
  { updates: ["product"] },
  (p: { rows: string }) => sql`update product set ${assignments}, updated_at = now()
    from (select * from json_populate_recordset(null::product, ${p.rows}::json) order by id) sent
    where product.id = sent.id`,
);

const refuseDuplicateKey = {
  unique: (violation: Violation) => {
    const { column, value } = refusedKey(violation);
    return duplicateKey("Product", column, value);
  },
};

export async function insertProducts(tx: Tx, products: readonly Product[]): Promise<void> {
  if (products.length > 0) await refusing(insert(tx, { rows: JSON.stringify(products) }), refuseDuplicateKey);
}

export async function saveProducts(tx: Tx, products: readonly Product[]): Promise<void> {
  if (products.length > 0) await refusing(update(tx, { rows: JSON.stringify(products) }), refuseDuplicateKey);
}

const insertAll = compiledReturningWrite(
  "options-insert-all",
  { inserts: ["product_option"] },
  (p: { rows: string }) => sql`insert into product_option (id, title, product_id)
    select id, title, product_id from json_populate_recordset(null::product_option, ${p.rows}::json)`,
);

/** Inserts options of several products. */
export async function insertAllOptions(
  tx: Tx,
  options: readonly { id: string; title: string; product_id: string }[],
): Promise<void> {
  if (options.length > 0) await insertAll(tx, { rows: JSON.stringify(options) });
}
