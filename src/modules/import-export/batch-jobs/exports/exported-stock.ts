import type { Db } from "../../../../db/database.ts";
import { findNamedLocations, piecesOfVariant, readVariantItems } from "../../../stock/inventory/index.ts";
import type { ProductRow } from "./product-shape.ts";

/**
 * The stock of a shop with locations, as its stock page shows it: the pieces at each location, and together. A variant that is made of several
 * items has no stock of its own at a location.
 */
export async function withStock(db: Db, products: ProductRow[]): Promise<ProductRow[]> {
  const ids = products.flatMap(({ variants }) => variants.map(({ id }) => id));
  if (ids.length === 0 || (await findNamedLocations(db)).length === 0) return products;
  const items = await readVariantItems(db, ids);
  return products.map((product) => {
    const stock = new Map<string, Record<string, number>>();
    const variants = product.variants.map((variant) => {
      const needed = items.get(variant.id) ?? [];
      const [only, ...others] = needed;
      if (only?.required === 1 && others.length === 0) stock.set(variant.id, only.levels);
      return { ...variant, inventory_quantity: piecesOfVariant(needed) ?? variant.inventory_quantity };
    });
    return { ...product, variants, stock };
  });
}
