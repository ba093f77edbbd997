import type { TestShop } from "../fixtures/shop.ts";
import { sellOwnQuantities, stocked } from "./inventory.ts";
import { aProduct, usd } from "./products.ts";

/** The database is needed in a shop with locations, for goods that are sold from their own quantity. */
type Shop = Pick<TestShop, "admin"> & Partial<Pick<TestShop, "db">>;

interface Sold {
  price?: number;
  prices?: Record<string, unknown>[];
  stock?: number;
  product?: Record<string, unknown>;
}

/** A published product with one variant: 1000 pieces for 10.00 each, unless the test needs others. */
export async function aSoldProduct(
  { admin, db }: Shop,
  { price = 1000, prices, stock = 1000, product }: Sold = {},
) {
  const { id, title, variants } = await aProduct(
    { admin },
    {
      status: "published",
      variants: [{ title: "One", inventory_quantity: stock, prices: prices ?? [usd(price)] }],
      ...product,
    },
  );
  if (db) await sellOwnQuantities({ db });
  return { productId: id, title, variantId: variants[0]!.id };
}

export const aSoldVariant = async (shop: Shop, sold: Sold = {}): Promise<string> =>
  (await aSoldProduct(shop, sold)).variantId;

/** A variant whose pieces are at locations: `{ [locationId]: quantity }`. */
export async function aStockedVariant(
  shop: Shop,
  quantities: Record<string, number>,
): Promise<{ variantId: string; itemId: string }> {
  const variantId = await aSoldVariant(shop, { stock: 0 });
  const itemId = await itemOf(shop, variantId);
  for (const [locationId, quantity] of Object.entries(quantities)) {
    await stocked(shop, itemId, locationId, quantity);
  }
  return { variantId, itemId };
}

let locations = 0;

/** A new location from which the shop's default sales channel sells. */
export async function aSellingLocation({ admin, db }: Shop): Promise<{ id: string; channelId: string }> {
  const { body: created } = await admin.post("/admin/stock-locations", { name: `Warehouse ${++locations}` });
  const id: string = created.stock_location.id;
  if (db) await sellOwnQuantities({ db });
  const { body: settings } = await admin.get("/admin/store");
  const channelId: string = settings.store.default_sales_channel_id;
  const path = `/admin/sales-channels/${channelId}/stock-locations`;
  const { status, body } = await admin.post(path, { location_id: id });
  if (status !== 200) throw new Error(body.message);
  return { id, channelId };
}

/** A variant whose pieces are at a new location of the default sales channel. */
export async function aVariantAtLocation(shop: Shop, quantity: number) {
  const { id } = await aSellingLocation(shop);
  return aStockedVariant(shop, { [id]: quantity });
}

/** The inventory item that a variant needs. */
export const itemOf = async ({ admin }: Shop, variantId: string): Promise<string> =>
  (await admin.get(`/admin/variants/${variantId}/inventory`)).body.variant.inventory[0].id;
