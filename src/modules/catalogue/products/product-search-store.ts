import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiled, compiledSql, run, sqlFor } from "../../../db/statements.ts";
import { DEFAULT_CHANNEL } from "../../shop/sales-channels/index.ts";

export interface ProductSearch {
  /** The text of the search. */
  text: string;
  /** Null: the store's default channel. */
  channels: string[] | null;
  /** Ignores the channels of products. */
  everywhere: boolean;
  limit: number;
  offset: number;
}

// Limits the number of products to rank.
const MAX_RANKED = 500;

const parseQuery = compiled("product-query", (db, p: { text: string }) =>
  db.selectNoFrom(sql<string | null>`tradewind.product_query(${p.text})::text`.as("query")),
);

/**
 * Published products that contain all words, the best match first. Planned for each query: for a frequent word PostgreSQL
 * scans until it has enough rows, for a rare word it uses the index.
 */
const rankedMatches = (query: string, { channels, everywhere, limit, offset }: ProductSearch) =>
  sqlFor
    .with("found", (cte) =>
      cte
        .selectFrom("tradewind.product_search as entry")
        .select(["entry.product_id", sql<number>`ts_rank(entry.document, ${query}::tsquery)`.as("rank")])
        .where(sql<boolean>`entry.document @@ ${query}::tsquery`)
        .limit(sql.lit(MAX_RANKED)),
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

export async function searchProducts(on: Connection, search: ProductSearch): Promise<string[]> {
  const [parsed] = await parseQuery(on, { text: search.text });
  // The text contains no word.
  if (!parsed?.query) return [];
  const found = await run(on, rankedMatches(parsed.query, search));
  return found.map(({ id }) => id);
}

const MAX_TAGS = 10;

const usage = compiledSql(
  "tag-usage",
  (_: object) => sql<{ id: string; usage_count: string; value: string }>`
    select tag.id, count(product.id)::text as usage_count, tag.value
    from product_tag tag
    left join product_tags tagged on tagged.product_tag_id = tag.id
    left join product on product.id = tagged.product_id and product.deleted_at is null
    where tag.deleted_at is null
    group by tag.id order by count(product.id) desc, tag.created_at, tag.id limit ${sql.lit(MAX_TAGS)}`,
);

/** The most used tags first. */
export const listMostUsedTags = (on: Connection) => usage(on, {});
