import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { inventoryEvents } from "../events.ts";
import { type InventoryItem, itemFrom } from "../inventory-item.ts";
import { insertVariantItems, linkVariantItems } from "../variant-items-store.ts";

type ShippingFields = Pick<
  InventoryItem,
  "origin_country" | "hs_code" | "mid_code" | "material" | "weight" | "length" | "height" | "width"
>;

interface StockedVariant extends ShippingFields {
  id: string;
  sku: string | null;
}

/** Creates an item for each new variant, with a constant number of statements. */
export async function addVariantItems(tx: Tx, variants: readonly StockedVariant[]): Promise<void> {
  if (variants.length === 0) return;
  const items = variants.map((variant) => itemFrom(newId("iitem"), itemDetails(variant)));
  const made = await insertVariantItems(tx, items);
  await linkVariantItems(tx, {
    ids: variants.map(() => newId("pvitem")),
    variants: variants.map(({ id }) => id),
    items: items.map(({ id }) => id),
    skus: items.map(({ sku }) => sku),
  });
  await inventoryEvents.announceEach(
    tx,
    "inventory-item.created",
    made.map((id) => ({ id })),
  );
}

const itemDetails = (variant: StockedVariant) => ({
  sku: variant.sku,
  origin_country: variant.origin_country,
  hs_code: variant.hs_code,
  mid_code: variant.mid_code,
  material: variant.material,
  weight: variant.weight,
  length: variant.length,
  height: variant.height,
  width: variant.width,
});
