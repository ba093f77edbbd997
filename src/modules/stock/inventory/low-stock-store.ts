import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { availableQuantity, ofAnyChannel } from "./availability-graph.ts";

const count = compiledSql<{ most: number }, { count: number }>(
  "stock-count-low",
  (p) => sql<{ count: number }>`select count(*) as count from product_variant variant
    join product on product.id = variant.product_id and product.deleted_at is null and product.status = 'published'
    where variant.deleted_at is null and variant.manage_inventory
      and ${sql.raw(availableQuantity("variant", ofAnyChannel))} <= ${p.most}::integer`,
);

/** Variants of published products that have at most so many pieces left, in all channels together. */
export async function countLowStock(on: Connection, most: number): Promise<number> {
  const [found] = await count(on, { most });
  return found!.count;
}
