import { anOrder, type PlacedOrder } from "../factories/orders.ts";
import type { Dashboard } from "./with-dashboard.ts";

interface Purchase {
  /** Fields of the address that the test decides. */
  address?: Record<string, unknown>;
  email?: string;
  quantity?: number;
  /** What the demo shop sells, unless the test needs a price. */
  variantId?: string;
  /** Of the demo shop: "Europe", with prices in euros, unless a test needs another. */
  region?: string;
  /** What the region offers first, unless a test needs another way of shipping. */
  optionId?: string;
  discounts?: { code: string }[];
  giftCards?: { code: string }[];
}

export async function demoRegion({ api }: Pick<Dashboard, "api">, name = "Europe") {
  const { body } = await api.get("/admin/regions?limit=50");
  return body.regions.find((each: { name: string }) => each.name === name);
}

/** A guest buys something in the demo shop. The payment is authorised and not captured. */
export async function anOrderOf(
  { api, visitor }: Pick<Dashboard, "api" | "visitor">,
  { region: name = "Europe", quantity = 1, variantId, optionId, ...rest }: Purchase = {},
): Promise<PlacedOrder> {
  const region = await demoRegion({ api }, name);
  const buyer = visitor();
  const options = await buyer.get(`/store/shipping-options?region_id=${region.id}`);
  const goods = await buyer.get(`/store/products?region_id=${region.id}&limit=20`);
  const variants = goods.body.products.flatMap(({ variants }: { variants: Variant[] }) => variants);
  const sold = variants.find(({ purchasable }: Variant) => purchasable) as Variant;
  const country = region.countries[0].iso_2;
  return anOrder(buyer, {
    ...rest,
    place: { id: region.id, countries: [country, country] },
    variantId: variantId ?? sold.id,
    quantity,
    optionId: optionId ?? options.body.shipping_options[0].id,
  });
}

interface Variant {
  id: string;
  purchasable: boolean;
}
