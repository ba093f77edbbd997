import type { Api } from "../../kit/api/api.ts";
import type { Value } from "../../kit/grid/grid-column.ts";
import { levelAt, quantityOf } from "./stock-columns.ts";
import type { Item, Variant } from "./stock-queries.ts";

type Changed = Readonly<Record<string, Value>>;

/** One request for each location that changed, with why. An emptied cell ends the level at that location. */
export async function saveItem(
  api: Api,
  item: Item,
  { changed, why }: { changed: Changed; why: string },
): Promise<void> {
  const reason = why.trim() ? { reason: why.trim() } : {};
  for (const [location_id, quantities] of byLocation(changed)) {
    const path = { id: item.id, location_id };
    const query = { fields: "id", expand: "" };
    if (quantities.stocked_quantity === null) {
      await api.DELETE("/admin/inventory-items/{id}/location-levels/{location_id}", { params: { path } });
    } else if (levelAt(item, location_id)) {
      const body = { ...(quantities as Record<string, number>), ...reason };
      await api.POST("/admin/inventory-items/{id}/location-levels/{location_id}", {
        params: { path, query },
        body,
      });
    } else {
      const body = { location_id, stocked_quantity: 0, ...(quantities as Record<string, number>), ...reason };
      const params = { path: { id: item.id }, query };
      await api.POST("/admin/inventory-items/{id}/location-levels", { params, body });
    }
  }
}

function byLocation(changed: Changed): Map<string, Record<string, Value>> {
  const all = new Map<string, Record<string, Value>>();
  for (const [column, value] of Object.entries(changed)) {
    const quantity = quantityOf(column);
    if (quantity) all.set(quantity.location, { ...all.get(quantity.location), [quantity.field]: value });
  }
  return all;
}

export const saveQuantity = (api: Api, { id, product_id }: Variant, { quantity }: Changed) =>
  api.POST("/admin/products/{id}/variants/{variant_id}", {
    params: { path: { id: product_id, variant_id: id }, query: { fields: "id", expand: "" } },
    body: { inventory_quantity: quantity as number },
  });
