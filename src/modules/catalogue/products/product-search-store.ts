import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiled, run, sqlFor } from "../../../db/statements.ts";
import { DEFAULT_CHANNEL } from "../../shop/sales-channels/index.ts";

export interface ProductSearch {
  /** What people typed. */
  text: string;
  /** Null stands for the shop's default channel. */
  channels: string[] | null;
  /** Sold anywhere, or nowhere. */
  everywhere: boolean;
  limit: number;
  offset: number;
}

// More than anybody reads; it bounds what must be ranked.
const RANKED = 500;

const understand = compiled("product-query", (db, p: { text: string }) =>
  db.selectNoFrom(sql<string | null>`tradewind.product_query(${p.text})::text`.as("query")),
);

/**
 * Published products that have all the words, the best first. Planned for each query: a word that many products have is
 * found by reading on until there are enough, a rare one through the index.
 */
const ranked = (query: string, { channels, everywhere, limit, offset }: ProductSearch) =>
  sqlFor
    .with("found", (cte) =>
      cte
        .selectFrom("tradewind.product_search as entry")
        .select(["entry.product_id", sql<number>`ts_rank(entry.document, ${query}::tsquery)`.as("rank")])
        .where(sql<boolean>`entry.document @@ ${query}::tsquery`)
        .limit(sql.lit(RANKED)),
    )
    .selectFrom("found")
    .innerJoin("product", "product.id", "found.product_id")
    .select("product.id")
    .where(sql<boolean>`product.status = 'published'`)
    .where("product.deleted_at", "is", null)
    .where(
      sql<boolean>`(${everywhere}::boolean or exists (select 1 from product_sales_channel sold where sold.product_id = product.id
        and sold.sales_channel_id = any(coalesce(${channels}::text[],
          array[${sql.raw(DEFAULT_CHANNEL)}::text])))
        or (${channels}::text[] is null and ${sql.raw(DEFAULT_CHANNEL)} is null))`,
    )
    .orderBy("found.rank", "desc")
    .orderBy("product.created_at", "desc")
    .orderBy("product.id", "desc")
    .limit(limit)
    .offset(offset);

export async function searchProducts(on: Connection, asked: ProductSearch): Promise<string[]> {
  const [understood] = await understand(on, { text: asked.text });
  // Nothing but signs: there is no word to look for.
  if (!understood?.query) return [];
  const found = await run(on, ranked(understood.query, asked));
  return found.map(({ id }) => id);
}
