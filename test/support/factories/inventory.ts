import { newId } from "../../../src/kernel/ids.ts";
import type { TestShop } from "../fixtures/shop.ts";

let made = 0;

const insert = (shop: TestShop, table: string, row: Record<string, unknown>) =>
  shop.db.run({
    text: `insert into "${table}" (${Object.keys(row)}) values (${Object.keys(row).map((_, i) => `$${i + 1}`)})`,
    values: Object.values(row),
  });

type Admin = Pick<TestShop, "admin">;

async function created<T>({ admin }: Admin, path: string, key: string, body: unknown): Promise<T> {
  const answer = await admin.post(path, body);
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body[key] as T;
}

interface ShownLocation {
  id: string;
  name: string;
  address_id: string | null;
}

/** A location as the API makes it: goods without a level at a location are no longer for sale. */
export const aPlainLocation = (shop: TestShop, details: Record<string, unknown> = {}) =>
  created<ShownLocation>(shop, "/admin/stock-locations", "stock_location", {
    name: `Depot ${++made}`,
    ...details,
  });

/** A location that leaves the other goods for sale: they keep their own quantities. */
export async function aLocation(shop: TestShop, details: Record<string, unknown> = {}) {
  const location = await aPlainLocation(shop, details);
  await sellOwnQuantities(shop);
  return location;
}

/** In a shop with locations, goods that count their pieces themselves and have no level need no item. */
export const sellOwnQuantities = ({ db }: Pick<TestShop, "db">) =>
  db.run({
    text: `delete from product_variant_inventory_item needed using product_variant piece
      where piece.id = needed.variant_id and piece.inventory_quantity > 0
        and exists (select 1 from stock_location place where place.deleted_at is null)
        and not exists (select 1 from inventory_level level
          where level.inventory_item_id = needed.inventory_item_id)`,
    values: [],
  });

/** An item that a variant needs: a new one, if none is named. */
export const anItem = async (shop: TestShop, details: Record<string, unknown> = {}) =>
  created<{ id: string; sku: string | null }>(shop, "/admin/inventory-items", "inventory_item", {
    variant_id: details["variant_id"] ?? (await aVariant(shop)),
    ...details,
  });

/** An item with so many pieces at a location. */
export async function stocked(shop: Admin, itemId: string, locationId: string, quantity: number) {
  await created(shop, `/admin/inventory-items/${itemId}/location-levels`, "inventory_item", {
    location_id: locationId,
    stocked_quantity: quantity,
  });
}

/** An item of which there are so many at a location of its own. */
export async function aStockedItem(shop: TestShop, quantity: number, details: Record<string, unknown> = {}) {
  const [item, location] = [await anItem(shop, details), await aLocation(shop)];
  await stocked(shop, item.id, location.id, quantity);
  return { itemId: item.id, locationId: location.id };
}

export const aReservation = (shop: TestShop, details: Record<string, unknown>) =>
  created<{ id: string }>(shop, "/admin/reservations", "reservation", { quantity: 1, ...details });

/** The levels of an item by location: stocked and reserved quantity. */
export async function levelsOf(shop: TestShop, itemId: string) {
  const { body } = await shop.admin.get(`/admin/inventory-items/${itemId}/location-levels`);
  const levels = body.inventory_item.location_levels as Record<string, number & string>[];
  return Object.fromEntries(
    levels.map((level) => [level["location_id"]!, [level["stocked_quantity"], level["reserved_quantity"]]]),
  );
}

export async function aVariant(shop: TestShop, details: Record<string, unknown> = {}): Promise<string> {
  const [productId, variantId] = [newId("prod"), newId("variant")];
  await insert(shop, "product", {
    id: productId,
    title: "Boots",
    handle: `boots-${++made}`,
    status: "published",
  });
  await insert(shop, "product_variant", {
    id: variantId,
    title: "Large",
    product_id: productId,
    inventory_quantity: 0,
    ...details,
  });
  return variantId;
}

export async function needs(shop: TestShop, variantId: string, itemId: string, quantity = 1) {
  await insert(shop, "product_variant_inventory_item", {
    id: newId("pvitem"),
    variant_id: variantId,
    inventory_item_id: itemId,
    required_quantity: quantity,
  });
}

/** A sales channel that sells from these locations. */
export async function aChannel(shop: TestShop, ...locationIds: string[]): Promise<string> {
  const id = newId("sc");
  await insert(shop, "sales_channel", { id, name: `Channel ${++made}` });
  for (const location_id of locationIds) {
    await insert(shop, "sales_channel_location", { id: newId("scloc"), sales_channel_id: id, location_id });
  }
  return id;
}

/** A line of a cart. */
export async function aLine(shop: TestShop, details: Record<string, unknown> = {}): Promise<string> {
  const id = newId("item");
  await insert(shop, "line_item", { id, title: "Boots", unit_price: 1000, quantity: 1, ...details });
  return id;
}
