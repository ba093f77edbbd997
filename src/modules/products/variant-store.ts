import { sql } from "kysely";
import { refusedKey, refusing, type Violation } from "../../db/constraint.ts";
import type { Tx } from "../../db/database.ts";
import { compiledSql } from "../../db/statements.ts";
import type { Metadata } from "../../kernel/metadata.ts";
import { taken } from "./product.ts";
import type { Variant } from "./variant.ts";

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
const changed = sql.join(columns.map((name) => sql`${sql.ref(name)} = sent.${sql.ref(name)}`));

const insert = compiledSql(
  "variant-insert",
  (p: Rows) => sql`insert into product_variant (${inserted})
    select ${inserted} from json_populate_recordset(null::product_variant, ${p.rows}::json)`,
);

// In the order of the ids, so that two requests for the same variants do not wait for each other.
const update = compiledSql(
  "variant-update",
  (p: Rows) => sql`update product_variant variant set ${changed}, updated_at = now()
    from (select * from json_populate_recordset(null::product_variant, ${p.rows}::json) order by id) sent
    where variant.id = sent.id`,
);

// Whoever changes codes around among variants would meet those that are still to be changed.
const dropCodes = compiledSql(
  "variant-drop-codes",
  (p: { ids: string[] }) =>
    sql`update product_variant set sku = null, barcode = null, ean = null, upc = null where id = any(${p.ids})`,
);

// Prices of price lists go, too: there is nothing left that they could be the price of.
const remove = compiledSql(
  "variant-delete",
  (p: { productId: string; ids: string[] | null }) => sql<{ id: string; metadata: Metadata | null }>`
    with gone as (
      update product_variant set deleted_at = now()
      where product_id = ${p.productId} and deleted_at is null
        and (${p.ids}::text[] is null or id = any(${p.ids}::text[]))
      returning id, variant_rank, metadata),
    chosen as (
      update product_option_value set deleted_at = now()
      where variant_id in (select id from gone) and deleted_at is null),
    prices as (
      update money_amount set deleted_at = now()
      where deleted_at is null and id in (
        select link.money_amount_id from product_variant_money_amount link join gone on gone.id = link.variant_id)),
    items as (
      update product_variant_inventory_item set deleted_at = now()
      where variant_id in (select id from gone) and deleted_at is null)
    select id, metadata from gone order by variant_rank, id`,
);

const codeTaken = {
  unique: (violation: Violation) => {
    const { column, value } = refusedKey(violation);
    return taken("Product_variant", column, value);
  },
};

export async function insertVariants(tx: Tx, variants: readonly Variant[]): Promise<void> {
  if (variants.length > 0) await refusing(insert(tx, { rows: JSON.stringify(variants) }), codeTaken);
}

export async function saveVariants(tx: Tx, variants: readonly Variant[]): Promise<void> {
  if (variants.length === 0) return;
  if (variants.length > 1) await dropCodes(tx, { ids: variants.map(({ id }) => id) });
  await refusing(update(tx, { rows: JSON.stringify(variants) }), codeTaken);
}

/** Those of the product that are named, or all; tells which there were. */
export async function deleteVariantRows(tx: Tx, productId: string, ids: string[] | null) {
  return ids?.length === 0 ? [] : remove(tx, { productId, ids });
}

const home = compiledSql(
  "variant-product",
  (p: { id: string }) =>
    sql<{
      product_id: string;
    }>`select product_id from product_variant where id = ${p.id} and deleted_at is null`,
);

/** The product that a variant belongs to. */
export async function findProductOf(tx: Tx, variantId: string): Promise<string | null> {
  const [variant] = await home(tx, { id: variantId });
  return variant?.product_id ?? null;
}
