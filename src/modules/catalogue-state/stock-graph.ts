import type { Extra, Row } from "../../graph/graph.ts";

/**
 * Which versions there are of the variants of a product: a row that is changed gets the number of the transaction that
 * did it. It tells what the noted changes leave out: how much there is of each variant (migration 0047).
 */
const stockBy = (column: string): Extra => ({
  name: "$stock",
  values: [],
  sql: (row) => `json_build_array(${row}."${column}", (
    select string_agg(counted.xmin::text, ',' order by counted.id) from product_variant counted
    where counted.product_id = ${row}."${column}"))`,
});

/** Read with products, or with variants, whose answer is to be remembered. */
export const stockOfProducts = stockBy("id");
export const stockOfVariants = stockBy("product_id");

/** The products shown, each with its stock as it was read with it. */
export const stockShown = (rows: readonly Row[]) => ({
  stock: new Map(rows.map((row) => row["$stock"] as [id: string, stock: string | null])),
});
