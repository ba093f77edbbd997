import { sql } from "kysely";
import type { Connection } from "../../db/database.ts";
import { compiled } from "../../db/statements.ts";

export interface ProductSearch {
  /** What people typed. */
  text: string;
  /** Null stands for the shop's default channel. */
  channels: string[] | null;
  limit: number;
  offset: number;
}

// More than anybody reads; it bounds what must be ranked.
const RANKED = 1_000;

/** Published products that have all the words, the best first. */
const search = compiled("product-search", (db, p: ProductSearch) =>
  db
    .with(
      // Computed once, not for every product that is ranked.
      (name) => name("asked").materialized(),
      (cte) => cte.selectNoFrom(sql<string>`tradewind.product_query(${p.text})`.as("query")),
    )
    .with("found", (cte) =>
      cte
        .selectFrom(["tradewind.product_search as entry", "asked"])
        .select(["entry.product_id", sql<number>`ts_rank(entry.document, asked.query::tsquery)`.as("rank")])
        .where(sql<boolean>`entry.document @@ asked.query::tsquery`)
        .limit(sql.lit(RANKED)),
    )
    .selectFrom("found")
    .innerJoin("product", "product.id", "found.product_id")
    .select("product.id")
    .where("product.status", "=", "published")
    .where("product.deleted_at", "is", null)
    .where(
      sql<boolean>`exists (select 1 from product_sales_channel sold where sold.product_id = product.id
        and sold.sales_channel_id = any(coalesce(${p.channels}::text[],
          array(select store.default_sales_channel_id::text from store))))`,
    )
    .orderBy("found.rank", "desc")
    .orderBy("product.created_at", "desc")
    .orderBy("product.id", "desc")
    .limit(p.limit)
    .offset(p.offset),
);

export async function searchProducts(on: Connection, asked: ProductSearch): Promise<string[]> {
  return (await search(on, asked)).map(({ id }) => id);
}
