import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";

/** Rows as JSON: any number of them in one statement. */
interface Rows {
  rows: string;
}

const columns = [
  "title",
  "sku",
  "barcode",
  "ean",
  "upc",
  "variant_rank",
  "inventory_quantity",
  "allow_backorder",
  "manage_inventory",
  "weight",
  "length",
  "height",
  "width",
  "hs_code",
  "origin_country",
  "mid_code",
  "material",
  "metadata",
];

const named = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
const inserted = named(["id", "product_id", ...columns]);
const changed = sql.join(
  columns.map((name) =>
    name === "inventory_quantity"
      ? sql`inventory_quantity = coalesce(sent.inventory_quantity, variant.inventory_quantity)`
      : sql`${sql.ref(name)} = sent.${sql.ref(name)}`,
  ),
);

const insert = compiledReturningWrite(
  "variant-insert",
  { inserts: ["product_variant"] },
  (p: Rows) => sql`insert into product_variant (${inserted})
    select ${inserted} from json_populate_recordset(null::product_variant, ${p.rows}::json)`,
);

// In the order of the ids, so that two requests for the same variants do not wait for each other.
const update = compiledReturningWrite(
  "variant-update",
  { updates: ["product_variant"] },
  (p: Rows) => sql`update product_variant variant set ${changed}, updated_at = now()
    from (select * from json_populate_recordset(null::product_variant, ${p.rows}::json) order by id) sent
    where variant.id = sent.id`,
);

// Variants that exchange their codes would violate the unique indexes: codes are cleared before they are set.
const dropCodes = compiledReturningWrite(
  "variant-drop-codes",
  { updates: ["product_variant"] },
  (p: { ids: string[] }) =>
    sql`update product_variant set sku = null, barcode = null, ean = null, upc = null where id = any(${p.ids})`,
);

/** A variant with the columns of its table. */
type VariantRow = object;

export async function insertVariantRows(tx: Tx, rows: readonly VariantRow[]): Promise<void> {
  await insert(tx, { rows: JSON.stringify(rows) });
}

export async function updateVariantRows(tx: Tx, rows: readonly VariantRow[]): Promise<void> {
  await update(tx, { rows: JSON.stringify(rows) });
}

/** Variants have no SKU, barcode, EAN and UPC until the next update. */
export async function clearVariantCodes(tx: Tx, ids: string[]): Promise<void> {
  await dropCodes(tx, { ids });
}

export interface DeletedVariant {
  id: string;
  metadata: Metadata | null;
}

const remove = compiledReturningWrite(
  "variant-delete",
  { updates: ["product_variant"] },
  (p: { productId: string; ids: string[] | null }) => sql<DeletedVariant>`
    with gone as (
      update product_variant set deleted_at = now()
      where product_id = ${p.productId} and deleted_at is null
        and (${p.ids}::text[] is null or id = any(${p.ids}::text[]))
      returning id, variant_rank, metadata)
    select id, metadata from gone order by variant_rank, id`,
);

/** Those of the product that are named, or all; returns the ones that there were. */
export const markVariantsDeleted = (
  tx: Tx,
  productId: string,
  ids: string[] | null,
): Promise<DeletedVariant[]> => remove(tx, { productId, ids });
