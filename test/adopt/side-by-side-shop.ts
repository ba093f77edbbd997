import type { Api, Body } from "./api.ts";
import type { Running } from "./servers.ts";

export const SYSTEMS = ["v1", "ours"] as const;
export type SystemName = (typeof SYSTEMS)[number];

/** v1 and Tradewind on one database. */
export type Systems = Record<SystemName, Pick<Running, "visitor" | "admin">>;

/** Pieces of each variant in the beginning. */
export const STOCK = 10_000;

export interface SharedShop {
  regionId: string;
  optionId: string;
  /** Tracked, each with a large stock. */
  variantIds: [string, string];
  discount: string;
}

/** Everything that a checkout needs, made through v1. */
export async function aSharedShop({ v1: { admin } }: Systems, mark: string): Promise<SharedShop> {
  const { post, get } = admin;
  const { store } = await get("/admin/store");
  const known = store.currencies.map(({ code }: { code: string }) => code);
  await post("/admin/store", { currencies: [...new Set([...known, "eur"])] });
  const { region } = await post("/admin/regions", {
    name: `Here ${mark}`,
    currency_code: "eur",
    tax_rate: 19,
    payment_providers: ["manual"],
    fulfillment_providers: ["manual"],
    countries: [],
  });
  const { shipping_profiles: profiles } = await get("/admin/shipping-profiles");
  const { shipping_option: option } = await post("/admin/shipping-options", {
    name: "By post",
    region_id: region.id,
    provider_id: "manual",
    profile_id: profiles.find((each: Body) => each.type === "default").id,
    data: { id: "manual-fulfillment" },
    price_type: "flat_rate",
    amount: 490,
  });
  const { product } = await post("/admin/products", {
    title: `Cup ${mark}`,
    status: "published",
    options: [{ title: "Size" }],
    sales_channels: [{ id: store.default_sales_channel_id }],
    variants: [1000, 2500].map((amount) => ({
      title: `Cup of ${amount}`,
      sku: `cup-${amount}-${mark}`,
      inventory_quantity: STOCK,
      manage_inventory: true,
      options: [{ value: String(amount) }],
      prices: [{ currency_code: "eur", amount }],
    })),
  });
  const discount = `TEN-${mark}`;
  await post("/admin/discounts", {
    code: discount,
    rule: { type: "percentage", value: 10, allocation: "total" },
    regions: [region.id],
    is_dynamic: false,
    is_disabled: false,
  });
  const [first, second] = product.variants.map(({ id }: { id: string }) => id);
  await stockAtLocation(admin, { mark, channelId: store.default_sales_channel_id });
  return {
    regionId: region.id,
    optionId: option.id,
    variantIds: [first, second],
    discount,
  };
}

/** With v1's modules, stock is at a location that a channel sells from. */
async function stockAtLocation(
  admin: Api,
  { mark, channelId }: { mark: string; channelId: string },
): Promise<void> {
  if ((await admin.ask("GET", "/admin/stock-locations")).status !== 200) return;
  const { stock_location: place } = await admin.post("/admin/stock-locations", { name: `Shed ${mark}` });
  await admin.post(`/admin/sales-channels/${channelId}/stock-locations`, { location_id: place.id });
  const { inventory_items: items } = await admin.get("/admin/inventory-items", { limit: 1000 });
  for (const { id, sku } of items) {
    if (!sku?.endsWith(mark)) continue;
    const level = { location_id: place.id, stocked_quantity: STOCK };
    await admin.post(`/admin/inventory-items/${id}/location-levels`, level);
  }
}
