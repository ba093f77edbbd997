import { newId } from "../../../src/kernel/ids.ts";
import type { TestShop } from "../fixtures/shop.ts";

let made = 0;

interface RegionFacts {
  taxRate?: number;
  automaticTaxes?: boolean;
  carriers?: string[];
}

/** A region as a row, without the checks of the API. */
export async function aRegion(shop: TestShop, facts: RegionFacts = {}): Promise<string> {
  const id = newId("reg");
  await shop.db.run({
    text: `insert into region (id, name, currency_code, tax_rate, automatic_taxes) values ($1, $1, 'usd', $2, $3)`,
    values: [id, facts.taxRate ?? 10, facts.automaticTaxes ?? true],
  });
  for (const carrier of facts.carriers ?? ["manual"]) {
    await shop.db.run({
      text: "insert into region_fulfillment_providers (region_id, provider_id) values ($1, $2)",
      values: [id, carrier],
    });
  }
  return id;
}

export const deleteRow = (shop: TestShop, table: "region" | "product", id: string) =>
  shop.db.run({ text: `update ${table} set deleted_at = now() where id = $1`, values: [id] });

/** A product in the given profile, or in none. */
export async function aProductIn(shop: TestShop, profileId?: string, { isGiftCard = false } = {}) {
  const id = newId("prod");
  await shop.db.run({
    text: "insert into product (id, title, handle, is_giftcard) values ($1, 'A product', $1, $2)",
    values: [id, isGiftCard],
  });
  if (profileId) {
    await shop.db.run({
      text: "insert into product_shipping_profile (product_id, profile_id) values ($1, $2)",
      values: [id, profileId],
    });
  }
  return id;
}

/** The profiles that a product is in, deleted ones too. */
export async function profilesOf(shop: TestShop, productId: string): Promise<string[]> {
  const rows = await shop.db.run<{ profile_id: string }>({
    text: "select profile_id from product_shipping_profile where product_id = $1",
    values: [productId],
  });
  return rows.map((row) => row.profile_id);
}

interface TaxRateFacts {
  rate: number | null;
  name: string;
  code: string | null;
}

export async function taxOption(
  shop: TestShop,
  option: { id: string; region_id: string },
  { rate, name, code }: TaxRateFacts,
): Promise<void> {
  const id = newId("txr");
  await shop.db.run({
    text: "insert into tax_rate (id, region_id, rate, name, code) values ($1, $2, $3, $4, $5)",
    values: [id, option.region_id, rate, name, code],
  });
  await shop.db.run({
    text: "insert into shipping_tax_rate (shipping_option_id, rate_id) values ($1, $2)",
    values: [option.id, id],
  });
}

export const flatRate = (regionId: string, details: Record<string, unknown> = {}) => ({
  name: `Option ${++made}`,
  region_id: regionId,
  provider_id: "manual",
  data: { id: "manual-fulfillment" },
  price_type: "flat_rate",
  amount: 500,
  ...details,
});

export interface Option {
  id: string;
  name: string;
  region_id: string;
  profile_id: string;
  requirements: { id: string; type: string; amount: number }[];
}

export async function anOption(
  shop: TestShop,
  regionId: string,
  details: Record<string, unknown> = {},
): Promise<Option> {
  const { status, body } = await shop.admin.post("/admin/shipping-options", flatRate(regionId, details));
  if (status !== 200) throw new Error(body.message);
  return body.shipping_option;
}

export async function aProfile(shop: TestShop, details: Record<string, unknown> = {}) {
  const profile = { name: `Profile ${++made}`, type: "custom", ...details };
  const { status, body } = await shop.admin.post("/admin/shipping-profiles", profile);
  if (status !== 200) throw new Error(body.message);
  return body.shipping_profile as { id: string; name: string; type: string };
}

/** The profile of the type that every shop begins with. */
export async function standardProfile(shop: TestShop, type: "default" | "gift_card"): Promise<string> {
  const { body } = await shop.admin.get("/admin/shipping-profiles");
  return body.shipping_profiles.find((profile: { type: string }) => profile.type === type).id;
}
