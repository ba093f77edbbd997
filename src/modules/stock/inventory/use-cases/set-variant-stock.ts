import type { Tx } from "../../../../db/database.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import type { ChangeReason } from "../stock-change.ts";
import { readVariantItems } from "../variant-levels-store.ts";
import { moveStock } from "./move-stock.ts";

/** The pieces of a variant with one item, at one location. */
export interface VariantStockSetting {
  variantId: string;
  /** For the message of a refusal. */
  sku: string | null;
  locationId: string;
  quantity: number;
}

/** Sets the stock of variants, whose levels the transaction has locked. A variant without an item is refused: its stock would be lost. */
export async function setVariantStock(
  tx: Tx,
  settings: readonly VariantStockSetting[],
  why: ChangeReason,
): Promise<void> {
  if (settings.length === 0) return;
  const ids = [...new Set(settings.map(({ variantId }) => variantId))];
  const items = await readVariantItems(tx, ids);
  const moves = settings.map(({ variantId, sku, locationId, quantity }) => {
    const itemId = items.get(variantId)?.[0]?.itemId;
    if (itemId === undefined)
      throw notAllowed(
        `Variant SKU ${sku ?? ""}: its stock cannot be stored, because the inventory item with this SKU belongs to another variant`,
      );
    return {
      itemId,
      locationId,
      next: ({ incoming }: { incoming: number }) => ({ stocked: quantity, incoming }),
    };
  });
  await moveStock(tx, moves, why);
}
