import { getOrThrow } from "../lookup.ts";
import { type DemoDiscount, demoDiscounts } from "../promotions.ts";
import type { ShopApi } from "../shop-api.ts";
import { creating, idsBy, makeMissing } from "./make-missing.ts";

type Ids = Map<string, string>;

/** `regions` and `collections`: ids by name and by handle. */
export async function loadDiscounts(
  api: ShopApi,
  { regions, collections }: { regions: Ids; collections: Ids },
): Promise<void> {
  const create = creating(api, "/admin/discounts", "discount");
  await makeMissing({
    items: demoDiscounts,
    keyOf: ({ code }) => code,
    existing: await idsBy("code", api.all("/admin/discounts", "discounts")),
    make: (discount) =>
      create({
        code: discount.code,
        usage_limit: discount.usageLimit,
        regions: discount.regions.map(({ name }) => getOrThrow(regions, name)),
        rule: ruleOf(discount, collections),
      }),
  });
}

const ruleOf = ({ description, type, value, allocation, ...discount }: DemoDiscount, collections: Ids) => ({
  description,
  type,
  value,
  allocation,
  conditions: discount.collections && [
    {
      operator: "in",
      product_collections: discount.collections.map((handle) => getOrThrow(collections, handle)),
    },
  ],
});
