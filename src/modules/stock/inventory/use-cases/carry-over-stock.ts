import type { Tx } from "../../../../db/database.ts";
import { carriedOver } from "../carried-stock.ts";
import { lockVariantsWithoutLevels, readVariantStock, saveCarriedStock } from "../carried-stock-store.ts";
import { inventoryEvents } from "../events.ts";
import { linesThatTookVariantQuantity } from "../variant-quantity-store.ts";

/**
 * Turns the quantities of variants into levels of a locked location: each item without a level gets one, and sold pieces are
 * reserved for their orders. Repeating it handles items that were added since. The quantities of the variants become 0, so that an
 * order that is being placed cannot take them as well.
 */
export async function carryOverStock(
  tx: Tx,
  locationId: string,
): Promise<{ levels: number; reservations: number }> {
  const locked = await lockVariantsWithoutLevels(tx);
  if (locked.length === 0) return { levels: 0, reservations: 0 };
  const { variants, lines } = await readVariantStock(tx, locked);
  const variantIds = variants.map(({ id }) => id);
  const carried = carriedOver(variants, await linesThatTookVariantQuantity(tx, lines));
  const { levels, reservations } = await saveCarriedStock(tx, carried, { locationId, variantIds });
  await inventoryEvents.announceEach(
    tx,
    "inventory-level.created",
    levels.map((id) => ({ id })),
  );
  if (reservations.length > 0)
    await inventoryEvents.announce(tx, "reservation-items.bulk-created", { ids: reservations });
  return { levels: levels.length, reservations: reservations.length };
}
