import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";

const MOST = 10;

const usage = compiledSql(
  "tag-usage",
  (_: object) => sql<{ id: string; usage_count: string; value: string }>`
    select tag.id, count(product.id)::text as usage_count, tag.value
    from product_tag tag
    left join product_tags tagged on tagged.product_tag_id = tag.id
    left join product on product.id = tagged.product_id and product.deleted_at is null
    where tag.deleted_at is null
    group by tag.id order by count(product.id) desc, tag.created_at, tag.id limit ${sql.lit(MOST)}`,
);

/** The tags that most products have. */
export const mostUsedTags = (on: Connection) => usage(on, {});
