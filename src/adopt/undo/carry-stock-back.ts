import type pg from "pg";
import type { Undo } from "../plan.ts";

// As in modules/stock/inventory: what is left to sell of a variant is what its scarcest item allows. Variants whose items have
// no level still have their own quantity.
const CARRY = `
  with item as (
    select needed.variant_id, needed.inventory_item_id, max(needed.required_quantity) as required,
      sum(level.stocked_quantity - level.reserved_quantity) as available
    from public.product_variant_inventory_item needed
    join public.inventory_item item on item.id = needed.inventory_item_id and item.deleted_at is null
    join public.inventory_level level on level.inventory_item_id = item.id and level.deleted_at is null
    join public.stock_location location on location.id = level.location_id and location.deleted_at is null
    where needed.deleted_at is null group by 1, 2),
  left_of as (select variant_id, min(floor(available / greatest(required, 1)))::integer as quantity
    from item group by variant_id)
  update public.product_variant variant set inventory_quantity = left_of.quantity
  from left_of where variant.id = left_of.variant_id and variant.inventory_quantity is distinct from left_of.quantity`;

/**
 * A v1 without the modules for stock sells what its variants have: what locations have left is written there. Returns the
 * number of variants that were changed.
 */
export async function carryStockBack(client: pg.Client, undo: readonly Undo[]): Promise<number> {
  if (!undo.some(({ emptyTable }) => emptyTable === "inventory_level")) return 0;
  return (await client.query(CARRY)).rowCount ?? 0;
}
