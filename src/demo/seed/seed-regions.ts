import { type DemoRegion, demoRegions } from "../regions.ts";
import type { Seeding } from "./seeding.ts";

/** Regions with their countries, providers and shipping options. Returns the ids by region name. */
export async function seedRegions(seeding: Seeding): Promise<Map<string, string>> {
  const { query, insert, born } = seeding;
  const regions = demoRegions.map((region) => ({ ...region, ...born("reg") }));
  await insert(
    "region",
    regions.map(({ id, created_at, updated_at, name, currency, taxRate }) => ({
      id,
      created_at,
      updated_at,
      name,
      currency_code: currency,
      tax_rate: taxRate,
    })),
  );
  const manual = regions.map(({ id }) => ({ region_id: id, provider_id: "manual" }));
  await insert("region_payment_providers", manual);
  await insert("region_fulfillment_providers", manual);
  for (const { id, countries } of regions) {
    await query("update country set region_id = $1 where iso_2 = any($2)", [id, countries]);
  }
  await seedShipping(seeding, regions);
  return new Map(regions.map(({ name, id }) => [name, id]));
}

async function seedShipping({ insert, born, shop }: Seeding, regions: (DemoRegion & { id: string })[]) {
  const options = regions.flatMap(({ id, shipping }) =>
    shipping.map((option) => ({ ...option, birth: born("so"), regionId: id })),
  );
  await insert(
    "shipping_option",
    options.map(({ birth, regionId, name, amount, isReturn = false, forGiftCards = false }) => ({
      ...birth,
      name,
      region_id: regionId,
      profile_id: forGiftCards ? shop.giftCardProfileId : shop.defaultProfileId,
      provider_id: "manual",
      price_type: "flat_rate",
      amount,
      is_return: isReturn,
      data: {},
    })),
  );
  await insert(
    "shipping_option_requirement",
    options.flatMap(({ birth, fromSubtotal }) =>
      fromSubtotal
        ? [{ id: born("sor").id, shipping_option_id: birth.id, type: "min_subtotal", amount: fromSubtotal }]
        : [],
    ),
  );
}
