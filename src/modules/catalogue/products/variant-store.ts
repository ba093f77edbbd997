import { sql } from "kysely";
import { refusedKey, refusing, type Violation } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { taken } from "./product.ts";
import type { ChangedVariant, Variant } from "./variant.ts";

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

// Whoever changes codes around among variants would meet those that are still to be changed.
const dropCodes = compiledReturningWrite(
  "variant-drop-codes",
  { updates: ["product_variant"] },
  (p: { ids: string[] }) =>
    sql`update product_variant set sku = null, barcode = null, ean = null, upc = null where id = any(${p.ids})`,
);

interface Gone {
  id: string;
  metadata: Metadata | null;
}

const remove = compiledReturningWrite(
  "variant-delete",
  { updates: ["product_variant"] },
  (p: { productId: string; ids: string[] | null }) => sql<Gone>`
    with gone as (
      update product_variant set deleted_at = now()
      where product_id = ${p.productId} and deleted_at is null
        and (${p.ids}::text[] is null or id = any(${p.ids}::text[]))
      returning id, variant_rank, metadata)
    select id, metadata from gone order by variant_rank, id`,
);

// Prices of price lists go, too: there is nothing left that they could be the price of.
const removeParts = compiledWrite(
  "variant-delete-parts",
  { updates: ["product_option_value", "money_amount", "product_variant_inventory_item"] },
  (p: { ids: string[] }) => sql`
    with chosen as (
      update product_option_value set deleted_at = now()
      where variant_id = any(${p.ids}) and deleted_at is null),
    prices as (
      update money_amount set deleted_at = now()
      where deleted_at is null and id in (
        select money_amount_id from product_variant_money_amount where variant_id = any(${p.ids})))
    update product_variant_inventory_item set deleted_at = now()
    where variant_id = any(${p.ids}) and deleted_at is null`,
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

export async function saveVariants(tx: Tx, variants: readonly ChangedVariant[]): Promise<void> {
  if (variants.length === 0) return;
  if (variants.length > 1) await dropCodes(tx, { ids: variants.map(({ id }) => id) });
  await refusing(update(tx, { rows: JSON.stringify(variants) }), codeTaken);
}

/**
 * Those of the product that are named, or all; tells which there were. What belongs to them goes with a second statement: the
 * first may wait for somebody who is giving a variant a price.
 */
export async function deleteVariantRows(tx: Tx, productId: string, ids: string[] | null): Promise<Gone[]> {
  if (ids?.length === 0) return [];
  const gone = await remove(tx, { productId, ids });
  if (gone.length > 0) await removeParts(tx, { ids: gone.map(({ id }) => id) });
  return gone;
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
