import type { Client } from "../support/clients/client.ts";
import { aWebhook } from "../support/services/webhook-receiver.ts";

const MUCH = 1_000_000;

interface Sold {
  variantId: string;
  start: number;
}

/** What the shop has to sell, and the codes it has given out. */
export interface Stock {
  regionId: string;
  /** Its taxes are computed by a service outside. */
  taxedRegionId: string;
  optionIds: Record<"region" | "taxed", string>;
  /** Counted by the variant itself: some in plenty, some few. */
  own: readonly Sold[];
  /** Counted at a location. */
  located: Sold & { itemId: string };
  discounts: readonly { id: string; code: string; limit: number | null }[];
  cards: readonly { id: string; code: string; value: number }[];
  webhookSecret: string;
}

async function created<T = { id: string }>(admin: Client, path: string, body: unknown): Promise<T> {
  const answer = await admin.post(path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.body.message}`);
  return Object.values(answer.body)[0] as T;
}

async function aVariant(admin: Client, title: string, details: { amount: number; quantity: number }) {
  const { amount, quantity } = details;
  const product = await created<{ variants: { id: string }[] }>(admin, "/admin/products", {
    title,
    status: "published",
    options: [{ title: "Size" }],
    variants: [
      {
        title: "One",
        inventory_quantity: quantity,
        manage_inventory: true,
        prices: [{ currency_code: "usd", amount }],
        options: [{ value: "One" }],
      },
    ],
  });
  return { variantId: product.variants[0]!.id, start: quantity };
}

/** It needs no item, so that its own quantity counts beside the location of the others. */
async function anOwnVariant(admin: Client, title: string, details: { amount: number; quantity: number }) {
  const made = await aVariant(admin, title, details);
  const { body } = await admin.get(`/admin/variants/${made.variantId}/inventory`);
  await admin.delete(`/admin/inventory-items/${body.variant.inventory[0].id}`);
  return made;
}

async function aRegion(admin: Client, details: Record<string, unknown>, carrier: string) {
  const region = await created(admin, "/admin/regions", {
    currency_code: "usd",
    payment_providers: ["manual", "ledger"],
    fulfillment_providers: [carrier],
    ...details,
  });
  const option = await created(admin, "/admin/shipping-options", {
    name: "By post",
    region_id: region.id,
    provider_id: carrier,
    data: { id: carrier === "manual" ? "manual-fulfillment" : "parcel" },
    price_type: "flat_rate",
    amount: 500,
  });
  return { regionId: region.id, optionId: option.id };
}

async function aLocatedVariant(admin: Client, quantity: number) {
  const { variantId } = await aVariant(admin, "At a location", { amount: 700, quantity: 0 });
  const location = await created(admin, "/admin/stock-locations", { name: "Depot" });
  const { body } = await admin.get("/admin/store");
  const channelId = body.store.default_sales_channel_id;
  await created(admin, `/admin/sales-channels/${channelId}/stock-locations`, { location_id: location.id });
  const { body: inventory } = await admin.get(`/admin/variants/${variantId}/inventory`);
  const itemId: string = inventory.variant.inventory[0].id;
  const level = { location_id: location.id, stocked_quantity: quantity };
  await created(admin, `/admin/inventory-items/${itemId}/location-levels`, level);
  return { variantId, itemId, start: quantity };
}

async function aDiscount(admin: Client, limit: number | null, regions: string[]) {
  const code = limit === null ? "ALWAYS" : `LIMITED${limit}`;
  const { id } = await created(admin, "/admin/discounts", {
    code,
    rule: { type: "percentage", value: 10, allocation: "total" },
    regions,
    ...(limit === null ? {} : { usage_limit: limit }),
  });
  return { id, code, limit };
}

/** Fills the shop. The longer the run, the more cards there are to be spent. */
export async function fillShop(
  admin: Client,
  { hookUrl, cards }: { hookUrl: string; cards: number },
): Promise<Stock> {
  const home = await aRegion(admin, { name: "Home", tax_rate: 10, countries: ["us"] }, "far-carrier");
  const taxed = await aRegion(admin, { name: "Taxed", tax_rate: 0, countries: ["ca"] }, "manual");
  await created(admin, `/admin/regions/${taxed.regionId}`, { tax_provider_id: "far-tax" });
  const regions = [home.regionId, taxed.regionId];
  const own = [
    await anOwnVariant(admin, "Plenty", { amount: 1999, quantity: MUCH }),
    await anOwnVariant(admin, "Much", { amount: 250, quantity: MUCH }),
    await anOwnVariant(admin, "Few", { amount: 333, quantity: 60 }),
    await anOwnVariant(admin, "Hardly any", { amount: 5000, quantity: 5 }),
  ];
  const webhook = await aWebhook(admin, { url: hookUrl, events: ["order.*"] });
  return {
    regionId: home.regionId,
    taxedRegionId: taxed.regionId,
    optionIds: { region: home.optionId, taxed: taxed.optionId },
    own,
    located: await aLocatedVariant(admin, MUCH),
    discounts: [await aDiscount(admin, null, regions), await aDiscount(admin, 25, regions)],
    cards: await Promise.all(
      Array.from({ length: cards }, async () => {
        const value = 3000;
        const body = { region_id: home.regionId, value };
        return { ...(await created<{ id: string; code: string }>(admin, "/admin/gift-cards", body)), value };
      }),
    ),
    webhookSecret: webhook.secret,
  };
}
