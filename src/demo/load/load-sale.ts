import { getOrThrow } from "../lookup.ts";
import { demoProducts } from "../products.ts";
import { lateSummerSale, salePrice } from "../promotions.ts";
import type { ShopApi } from "../shop-api.ts";
import { creating, idsBy, makeMissing } from "./make-missing.ts";

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
