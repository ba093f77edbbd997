import { RandomSource } from "../../soak/random-source.ts";
import type { Api, Body } from "../api.ts";

export interface Region {
  id: string;
  name: string;
  country: string;
  delivery: string;
  express: string;
  returning: string;
}

export interface Customer {
  id: string;
  email: string;
  password: string;
  api: Api;
}

/** A v1 shop while it lives, and what it has to sell. */
export interface Shop {
  admin: Api;
  visitor: Api;
  random: RandomSource;
  regions: Region[];
  channelId: string;
  /** Null where stock is counted by variant. */
  locationId: string | null;
  products: Body[];
  /** What is sold: in stock and with prices everywhere. */
  variantIds: string[];
  giftCardVariantIds: string[];
  customers: Customer[];
  reasonIds: string[];
  codes: string[];
  giftCodes: string[];
}

export const PEOPLE = "Ada Grace Edsger Barbara Donald Radia Alan Frances Tony Margaret".split(" ");
export const PASSWORD = "a password from v1";

const REGIONS = [
  { name: "North", currency_code: "eur", tax_rate: 25, countries: ["dk", "se", "de"] },
  { name: "South", currency_code: "usd", tax_rate: 0, countries: ["us", "ca"] },
  { name: "Island", currency_code: "gbp", tax_rate: 20, includes_tax: true, countries: ["gb"] },
  { name: "East", currency_code: "jpy", tax_rate: 10, countries: ["jp"] },
];

export async function openShop(admin: Api, visitor: Api): Promise<Shop> {
  const currencies = REGIONS.map(({ currency_code }) => currency_code);
  await admin.post("/admin/store", { name: "Old Shop", currencies, default_currency_code: "eur" });
  const { sales_channels } = await admin.get("/admin/sales-channels");
  const { store } = await admin.get("/admin/store");
  const shop: Shop = {
    admin,
    visitor,
    random: new RandomSource(21),
    regions: [],
    channelId: sales_channels[0].id,
    locationId: store.modules.some(({ module }: Body) => module === "stockLocationService")
      ? await aLocation(admin, sales_channels[0].id)
      : null,
    products: [],
    variantIds: [],
    giftCardVariantIds: [],
    customers: [],
    reasonIds: [],
    codes: [],
    giftCodes: [],
  };
  const { shipping_profiles } = await admin.get("/admin/shipping-profiles");
  const profiles = new Map<string, string>(shipping_profiles.map(({ type, id }: Body) => [type, id]));
  for (const region of REGIONS) shop.regions.push(await aRegion(admin, region, profiles));
  await settings(shop);
  return shop;
}

async function aLocation(admin: Api, channelId: string): Promise<string> {
  const { stock_location } = await admin.post("/admin/stock-locations", { name: "Warehouse" });
  await admin.post(`/admin/sales-channels/${channelId}/stock-locations`, { location_id: stock_location.id });
  await admin.post("/admin/stock-locations", {
    name: "Back room",
    address: { address_1: "Quay 4", country_code: "dk" },
  });
  return stock_location.id;
}

async function aRegion(
  admin: Api,
  { includes_tax, ...body }: (typeof REGIONS)[number],
  profiles: Map<string, string>,
): Promise<Region> {
  const providers = { payment_providers: ["manual"], fulfillment_providers: ["manual"] };
  const { region } = await admin.post("/admin/regions", { ...body, ...providers });
  if (includes_tax) await admin.post(`/admin/regions/${region.id}`, { includes_tax, tax_code: "VAT" });
  const option = async (name: string, amount: number, more: object = {}) => {
    const { shipping_option } = await admin.post("/admin/shipping-options", {
      name: `${name} ${body.name}`,
      region_id: region.id,
      provider_id: "manual",
      data: { id: "manual-fulfillment" },
      price_type: "flat_rate",
      amount,
      profile_id: profiles.get("default"),
      ...more,
    });
    return shipping_option.id as string;
  };
  const requirements = [{ type: "min_subtotal", amount: 100_000 }];
  await option("Free delivery", 0, { requirements });
  await option("Gift card by mail", 0, { profile_id: profiles.get("gift_card") });
  await option("By hand", 100, { admin_only: true });
  return {
    id: region.id,
    name: body.name,
    country: body.countries[0]!,
    delivery: await option("Delivery", 490),
    express: await option("Express", 1290, { metadata: { days: 1, carriers: ["a", "b"] } }),
    returning: await option("Return", 350, { is_return: true }),
  };
}

/** What the office has entered over the years. */
async function settings(shop: Shop): Promise<void> {
  const { admin, regions } = shop;
  await admin.post(`/admin/regions/${regions[3]!.id}`, { gift_cards_taxable: false });
  await admin.post("/admin/tax-rates", {
    name: "Shipping",
    code: "SHIP",
    rate: 12.5,
    region_id: regions[0]!.id,
    shipping_options: [regions[0]!.delivery, regions[0]!.express],
  });
  for (const [index, label] of ["Too small", "Not as shown", "Broken"].entries()) {
    const body = {
      value: `reason_${index}`,
      label,
      ...(index > 0 && { description: "As the customer says" }),
    };
    const { return_reason } = await admin.post("/admin/return-reasons", body);
    shop.reasonIds.push(return_reason.id);
  }
  await admin.post("/admin/return-reasons", {
    value: "seam",
    label: "At the seam",
    // v1 takes returns only for reasons without others below them.
    parent_return_reason_id: shop.reasonIds.pop(),
  });
  const { sales_channel } = await admin.post("/admin/sales-channels", {
    name: "Fair",
    description: "Twice a year",
    is_disabled: true,
  });
  const { publishable_api_key: key } = await admin.post("/admin/publishable-api-keys", { title: "Web shop" });
  const ids = [shop.channelId, sales_channel.id].map((id) => ({ id }));
  await admin.post(`/admin/publishable-api-keys/${key.id}/sales-channels/batch`, { sales_channel_ids: ids });
  const { publishable_api_key: old } = await admin.post("/admin/publishable-api-keys", { title: "Old app" });
  await admin.post(`/admin/publishable-api-keys/${old.id}/revoke`);
  for (const name of ["grace", "linus"]) {
    const email = `${name}@shop.example`;
    await admin.post("/admin/users", { email, password: PASSWORD, first_name: name, role: "member" });
  }
  await admin.post("/admin/invites", { user: "new@shop.example", role: "admin" });
}
