import type { Extra } from "../../../graph/graph.ts";

/**
 * SQL: the row versions (xmin) of a product's variants and of their inventory levels. The catalogue version does not
 * include stock (migrations/0005_change_tracking.sql). Whether the shop has levels at all is checked once per statement.
 */
export const stockVersion = (product: string) => `concat(
  (select string_agg(counted.xmin::text, ',' order by counted.id) from product_variant counted
    where counted.product_id = ${product}),
  case when (select exists (select 1 from inventory_level)) then '/' || (
    select string_agg(level.xmin::text, ',' order by level.id) from product_variant counted
    join product_variant_inventory_item needed on needed.variant_id = counted.id and needed.deleted_at is null
    join inventory_level level on level.inventory_item_id = needed.inventory_item_id
    where counted.product_id = ${product}) end)`;

type ProductStock = [id: string, stock: string];

const stockVersionBy = (column: string): Extra<"$stock", ProductStock> => ({
  name: "$stock",
  values: [],
  sql: (row) => `json_build_array(${row}."${column}", ${stockVersion(`${row}."${column}"`)})`,
});

/** Read together with the products or variants of a cached response. */
export const stockVersionOfProducts = stockVersionBy("id");
export const stockVersionOfVariants = stockVersionBy("product_id");

/** The stock version of each product in the response. */
export const stockVersions = (rows: readonly { $stock?: ProductStock }[]) => ({
  stock: new Map(rows.flatMap(({ $stock }) => ($stock ? [$stock] : []))),
});
