import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { DEFAULT_CHANNEL } from "../../shop/sales-channels/index.ts";

export interface NamedLocation {
  id: string;
  name: string;
}

const findLocations = compiledSql(
  "stock-locations-named",
  (_: object) => sql<NamedLocation>`
    select place.id, place.name from stock_location place where place.deleted_at is null
    order by exists (select 1 from sales_channel_location link where link.location_id = place.id
        and link.deleted_at is null and link.sales_channel_id = ${sql.raw(DEFAULT_CHANNEL)}) desc,
      place.created_at, place.id`,
);

/**
 * All locations, the default one first: the oldest of those that the default sales channel sells from, or else the oldest. Goods for which no
 * location is named belong there.
 */
export const findNamedLocations = (on: Connection): Promise<NamedLocation[]> => findLocations(on, {});

/** An item that a variant needs, and its stock by location. */
export interface VariantItem {
  variantId: string;
  itemId: string;
  required: number;
  levels: Record<string, number>;
}

const lockLevels = compiledSql(
  "variant-levels-lock",
  (p: { ids: string[] }) => sql<{ id: string }>`
    select level.id from inventory_level level
    where level.deleted_at is null and level.inventory_item_id = any(array(
      select needed.inventory_item_id from product_variant_inventory_item needed
      where needed.variant_id = any(${p.ids}) and needed.deleted_at is null))
    order by level.inventory_item_id, level.location_id for update of level`,
);

const findItems = compiledSql(
  "variant-levels",
  (p: { ids: string[] }) => sql<VariantItem>`
    select needed.variant_id as "variantId", needed.inventory_item_id as "itemId",
      needed.required_quantity as required, coalesce((
        select json_object_agg(level.location_id, level.stocked_quantity) from inventory_level level
        join stock_location place on place.id = level.location_id and place.deleted_at is null
        where level.inventory_item_id = needed.inventory_item_id and level.deleted_at is null), '{}'::json) as levels
    from product_variant_inventory_item needed
    where needed.variant_id = any(${p.ids}) and needed.deleted_at is null
    order by needed.variant_id, needed.inventory_item_id`,
);

/** By variant. */
type ItemsOfVariants = ReadonlyMap<string, readonly VariantItem[]>;

export async function readVariantItems(on: Connection, variantIds: string[]): Promise<ItemsOfVariants> {
  const found = new Map<string, VariantItem[]>();
  for (const item of await findItems(on, { ids: variantIds }))
    found.set(item.variantId, [...(found.get(item.variantId) ?? []), item]);
  return found;
}

/** The same, with the levels locked until the end of the transaction. */
export async function lockVariantItems(tx: Tx, variantIds: string[]): Promise<ItemsOfVariants> {
  await lockLevels(tx, { ids: variantIds });
  return readVariantItems(tx, variantIds);
}

/** The pieces at all locations: as many of the variant as those of its scarcest item make. Null without items. */
export function piecesOfVariant(items: readonly VariantItem[]): number | null {
  const piecesOf = ({ levels, required }: VariantItem) =>
    Math.floor(Object.values(levels).reduce((sum, pieces) => sum + pieces, 0) / Math.max(required, 1));
  return items.length === 0 ? null : Math.min(...items.map(piecesOf));
}
