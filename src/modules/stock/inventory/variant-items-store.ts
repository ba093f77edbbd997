import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { InventoryItem } from "./inventory-item.ts";

const insert = compiledReturningWrite(
  "variant-items-insert",
  { inserts: ["inventory_item"] },
  (p: { rows: string }) => sql<{ id: string }>`
    insert into inventory_item (id, sku, origin_country, hs_code, mid_code, material, weight, length, height, width)
    select id, sku, origin_country, hs_code, mid_code, material, weight, length, height, width
    from json_populate_recordset(null::inventory_item, ${p.rows}::json) order by sku, id
    on conflict (sku) where deleted_at is null do nothing
    returning id`,
);

// A shared lock: deleting an item deletes its links, so it must not be deleted while it is being linked.
const lockShared = compiledWrite(
  "variant-items-keep",
  {},
  (p: {
    skus: string[];
  }) => sql`select id from inventory_item where sku = any(${p.skus}) and deleted_at is null
    order by id for share`,
);

interface Links {
  ids: string[];
  variants: string[];
  items: string[];
  skus: (string | null)[];
}

// An unused item with the same SKU is used again. An item of another variant is not: two variants must not share stock unless an
// admin has linked them.
const link = compiledReturningWrite(
  "variant-items-link",
  { inserts: ["product_variant_inventory_item"] },
  (p: Links) => sql`
    insert into product_variant_inventory_item (id, variant_id, inventory_item_id)
    select sent.id, sent.variant_id, item.id
    from unnest(${p.ids}::text[], ${p.variants}::text[], ${p.items}::text[], ${p.skus}::text[])
      as sent(id, variant_id, item_id, sku)
    join inventory_item item on item.id = coalesce(
      (select known.id from inventory_item known where known.sku = sent.sku and known.deleted_at is null),
      sent.item_id)
    where not exists (select 1 from product_variant_inventory_item needed
      where needed.inventory_item_id = item.id and needed.deleted_at is null)`,
);

/** Returns the ids of the created items; the others existed. */
export async function insertVariantItems(tx: Tx, items: readonly InventoryItem[]): Promise<string[]> {
  return (await insert(tx, { rows: JSON.stringify(items) })).map(({ id }) => id);
}

export async function linkVariantItems(tx: Tx, links: Links): Promise<void> {
  const skus = links.skus.filter((sku) => sku !== null);
  if (skus.length > 0) await lockShared(tx, { skus });
  await link(tx, links);
}

const notSent = compiledSql(
  "variants-not-sent",
  (p: { ids: string[] }) => sql<{ id: string }>`
    select needed.variant_id as id from product_variant_inventory_item needed
    join inventory_item item on item.id = needed.inventory_item_id and item.deleted_at is null
    where needed.variant_id = any(${p.ids}::text[]) and needed.deleted_at is null
    group by needed.variant_id having not bool_or(item.requires_shipping)`,
);

/** The variants whose inventory items do not require shipping. */
export async function variantsWithoutShipping(on: Connection, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await notSent(on, { ids: [...new Set(ids)] })).map(({ id }) => id));
}

const detach = compiledWrite(
  "variant-items-detach",
  { updates: ["product_variant_inventory_item"] },
  (p: { variants: string[] }) => sql`update product_variant_inventory_item set deleted_at = now()
    where variant_id = any(${p.variants}) and deleted_at is null`,
);

/** Deleted variants need no inventory items. */
export const detachVariants = (tx: Tx, variants: string[]): Promise<void> => detach(tx, { variants });
