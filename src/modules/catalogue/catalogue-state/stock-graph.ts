import type { Extra, Row } from "../../../graph/graph.ts";

/**
 * Which versions there are of the variants of a product, and of the levels of what they need: a row that is changed gets
 * the number of the transaction that did it. It tells what the noted changes leave out: how much there is of each
 * variant (migrations/0005_change_tracking.sql). Whether the shop has levels at all is looked up once.
 */
export const stockOf = (product: string) => `concat(
  (select string_agg(counted.xmin::text, ',' order by counted.id) from product_variant counted
    where counted.product_id = ${product}),
  case when (select exists (select 1 from inventory_level)) then '/' || (
    select string_agg(level.xmin::text, ',' order by level.id) from product_variant counted
    join product_variant_inventory_item needed on needed.variant_id = counted.id and needed.deleted_at is null
    join inventory_level level on level.inventory_item_id = needed.inventory_item_id
    where counted.product_id = ${product}) end)`;

const stockBy = (column: string): Extra => ({
  name: "$stock",
  values: [],
  sql: (row) => `json_build_array(${row}."${column}", ${stockOf(`${row}."${column}"`)})`,
});

/** Read with products, or with variants, whose answer is to be remembered. */
export const stockOfProducts = stockBy("id");
export const stockOfVariants = stockBy("product_id");

/** The products shown, each with its stock as it was read with it. */
export const stockShown = (rows: readonly Row[]) => ({
  stock: new Map(rows.map((row) => row["$stock"] as [id: string, stock: string])),
});
