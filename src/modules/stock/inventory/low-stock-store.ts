import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { availableAtLocations, availableQuantity, ofAnyChannel } from "./availability-graph.ts";

interface LowVariant {
  id: string;
  title: string;
  sku: string | null;
  product_id: string;
  product_title: string;
  available: number;
}

/** One definition of what is low: the number on a home page is that of the list. */
const low = (most: number) => sql`
  select variant.id, coalesce(located.available, variant.inventory_quantity) as available
  from product_variant variant
  join product on product.id = variant.product_id and product.deleted_at is null and product.status = 'published'
  left join (${sql.raw(availableAtLocations(ofAnyChannel))}) located on located.variant_id = variant.id
  where variant.deleted_at is null and variant.manage_inventory
    and coalesce(located.available, variant.inventory_quantity) <= ${most}::integer`;

const count = compiledSql<{ most: number }, { count: number }>(
  "stock-count-low",
  (p) => sql<{ count: number }>`select count(*) as count from (${low(p.most)}) low`,
);

/** Variants of published products that have at most so many pieces left, in all channels together. */
export async function countLowStock(on: Connection, most: number): Promise<number> {
  const [found] = await count(on, { most });
  return found!.count;
}

interface LowStockPage {
  variants: LowVariant[];
  /** Of all pages. */
  count: number;
}

// Availability is computed once, for the count and the page.
const list = compiledSql<{ most: number; limit: number; offset: number }, LowStockPage>(
  "stock-list-low",
  (p) => sql<LowStockPage>`with low as materialized (${low(p.most)}),
    page as (select id, available from low order by available, id limit ${p.limit} offset ${p.offset})
    select (select count(*) from low) as count,
      coalesce((select json_agg(json_build_object('id', variant.id, 'title', variant.title, 'sku', variant.sku,
          'product_id', product.id, 'product_title', product.title, 'available', page.available)
          order by page.available, page.id)
        from page join product_variant variant on variant.id = page.id
        join product on product.id = variant.product_id), '[]'::json) as variants`,
);

/** A page of them, those with the fewest pieces first. */
export async function listLowStock(
  on: Connection,
  asked: { most: number; limit: number; offset: number },
): Promise<LowStockPage> {
  const [found] = await list(on, asked);
  return found!;
}

const listOf = compiledSql<{ ids: readonly string[]; most: number }, { id: string; is_low: boolean }>(
  "stock-low-of",
  (p) => sql<{
    id: string;
    is_low: boolean;
  }>`select variant.id, product.status = 'published' and variant.manage_inventory
      and ${sql.raw(availableQuantity("variant", ofAnyChannel))} <= ${p.most}::integer as is_low
    from product_variant variant join product on product.id = variant.product_id and product.deleted_at is null
    where variant.id = any(${p.ids}::text[]) and variant.deleted_at is null`,
);

/** Those of these variants that are low in stock. */
export async function lowStockOf(on: Connection, ids: readonly string[], most: number): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await listOf(on, { ids, most })).filter(({ is_low }) => is_low).map(({ id }) => id);
}
