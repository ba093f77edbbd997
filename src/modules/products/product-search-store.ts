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
const RANKED = 2_000;

/**
 * Published products by relevance: those that have all the words (the last one may be unfinished) first, then those
 * with similar words.
 */
const search = compiled("product-search", (db, p: ProductSearch) =>
  db
    .with("asked", (cte) =>
      cte.selectNoFrom([
        sql<string>`(select to_tsquery('simple', string_agg(quote_literal(word) || ':*', ' & '))
          from unnest(tsvector_to_array(to_tsvector('simple', ${p.text}))) word)`.as("query"),
      ]),
    )
    .with("found", (cte) =>
      cte
        .selectFrom(
          sql<{ product_id: string; rank: number }>`(
            (select product_id, 1 + ts_rank(document, asked.query) as rank
             from tradewind.product_search, asked where document @@ asked.query limit ${sql.lit(RANKED)})
            union all
            select product_id, rank from tradewind.similar_products(${p.text}, ${sql.lit(RANKED)}))`.as<"hit">(
            "hit",
          ),
        )
        .select(["hit.product_id", sql<number>`max(hit.rank)`.as("rank")])
        .groupBy("hit.product_id"),
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
