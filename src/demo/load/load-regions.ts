import { type DemoShippingOption, demoRegions } from "../regions.ts";
import type { ShopApi } from "../shop-api.ts";
import { creating, getOrThrow, idsBy, makeMissing } from "./make-missing.ts";

/** Regions and their shipping options. Returns the ids by region name. */
export async function loadRegions(api: ShopApi): Promise<Map<string, string>> {
  const create = creating(api, "/admin/regions", "region");
  const regions = await makeMissing({
    items: demoRegions,
    keyOf: ({ name }) => name,
    existing: await idsBy("name", api.all("/admin/regions", "regions")),
    make: ({ name, currency, taxRate, countries }) =>
      create({
        name,
        currency_code: currency,
        tax_rate: taxRate,
        countries,
        payment_providers: ["manual"],
        fulfillment_providers: ["manual"],
      }),
  });
  // Only an update accepts this field. Repeating it after an interrupted load changes nothing.
  for (const id of regions.values()) await api.post(`/admin/regions/${id}`, { gift_cards_taxable: false });
  const giftCardProfile = await giftCardProfileOf(api);
  for (const { name, shipping } of demoRegions) {
    await loadShipping(api, shipping, { regionId: getOrThrow(regions, name), giftCardProfile });
  }
  return regions;
}

async function giftCardProfileOf(api: ShopApi): Promise<string> {
  const { shipping_profiles: profiles } = await api.get<{
    shipping_profiles: { id: string; type: string }[];
  }>("/admin/shipping-profiles");
  return getOrThrow(new Map(profiles.map(({ type, id }) => [type, id])), "gift_card");
}

async function loadShipping(
  api: ShopApi,
  options: readonly DemoShippingOption[],
  { regionId, giftCardProfile }: { regionId: string; giftCardProfile: string },
): Promise<void> {
  const create = creating(api, "/admin/shipping-options", "shipping_option");
  await makeMissing({
    items: options,
    keyOf: ({ name }) => name,
    existing: await idsBy(
      "name",
      api.all("/admin/shipping-options", "shipping_options", { region_id: regionId }),
    ),
    make: ({ name, amount, fromSubtotal, isReturn = false, forGiftCards = false }) =>
      create({
        name,
        region_id: regionId,
        ...(forGiftCards ? { profile_id: giftCardProfile } : {}),
        provider_id: "manual",
        data: { id: isReturn ? "manual-fulfillment-return" : "manual-fulfillment" },
        price_type: "flat_rate",
        amount,
        is_return: isReturn,
        requirements: fromSubtotal ? [{ type: "min_subtotal", amount: fromSubtotal }] : [],
      }),
  });
}

/** Tax rates of some product types. The products have created the types. */
export async function loadTypeRates(api: ShopApi, regions: Map<string, string>): Promise<void> {
  const create = creating(api, "/admin/tax-rates", "tax_rate");
  const typeIds = await idsBy("value", api.all("/admin/product-types", "product_types"));
  for (const { name: regionName, typeRates } of demoRegions) {
    const regionId = getOrThrow(regions, regionName);
    await makeMissing({
      items: typeRates,
      keyOf: ({ code }) => code,
      existing: await idsBy("code", api.all("/admin/tax-rates", "tax_rates", { region_id: regionId })),
      make: ({ name, code, rate, types }) =>
        create({
          name,
          code,
          rate,
          region_id: regionId,
          product_types: types.map((type) => getOrThrow(typeIds, type)),
        }),
    });
  }
}
