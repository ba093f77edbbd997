import { demoProducts } from "../products.ts";
import { type DemoDiscount, demoDiscounts, lateSummerSale, salePrice } from "../promotions.ts";
import type { ShopApi } from "../shop-api.ts";
import { creating, getOrThrow, idsBy, makeMissing } from "./make-missing.ts";

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

/** The price list of the sale. `variants`: ids by SKU. */
export async function loadSale(api: ShopApi, variants: Map<string, string>): Promise<void> {
  const create = creating(api, "/admin/price-lists", "price_list");
  await makeMissing({
    items: [lateSummerSale],
    keyOf: ({ name }) => name,
    existing: await idsBy("name", api.all("/admin/price-lists", "price_lists")),
    make: ({ name, description }) =>
      create({ name, description, type: "sale", status: "active", prices: reducedPrices(variants) }),
  });
}

const reducedPrices = (variants: Map<string, string>) =>
  demoProducts.flatMap((product) => {
    const percentOff = lateSummerSale.percentOff[product.handle];
    if (percentOff === undefined) return [];
    return product.variants.flatMap(({ sku, price }) => {
      const [eur, usd] = salePrice(price, percentOff);
      return Object.entries({ eur, usd }).map(([currency_code, amount]) => ({
        variant_id: getOrThrow(variants, sku),
        currency_code,
        amount,
      }));
    });
  });
