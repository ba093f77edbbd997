import { getOrThrow } from "../lookup.ts";
import { demoRegions } from "../regions.ts";
import type { ShopApi } from "../shop-api.ts";
import { creating, idsBy, makeMissing } from "./make-missing.ts";

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
