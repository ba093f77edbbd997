import { randomBytes } from "node:crypto";
import type { LoadClient } from "../support/client.ts";

/** What the load buys; made by the API that every server of this kind has. */
export interface Shop {
  regionId: string;
  country: string;
  productIds: string[];
  /** The first variant of each product. */
  variantIds: string[];
  shippingOptionId: string;
}

/** Products as the API takes them, and a word that keeps their names apart from those of an earlier run. */
interface Plan {
  run: string;
  products: readonly object[];
}

const PRODUCTS = 20;
const REGION = "Checkout benchmark";
const COUNTRIES = ["dk", "us", "gb", "se", "de", "fr", "nl", "no", "fi", "es", "pt", "ie", "is", "jp", "nz"];

/** By token: a session cookie may be for https only. */
export async function logIn(
  visitor: LoadClient,
  { email, password }: { email: string; password: string },
): Promise<LoadClient> {
  const { access_token: token } = await visitor.post("/admin/auth/token", { email, password });
  return visitor.with({ authorization: `Bearer ${token}` });
}

export async function makeShop(admin: LoadClient, { run, products } = smallShop()): Promise<Shop> {
  const region = await regionFor(admin);
  const productIds: string[] = [];
  const variantIds: string[] = [];
  for (const each of products) {
    const { product } = await admin.post("/admin/products", each);
    productIds.push(product.id);
    variantIds.push(product.variants[0].id);
  }
  const { shipping_option: option } = await admin.post("/admin/shipping-options", {
    name: `Benchmark ${run}`,
    region_id: region.id,
    provider_id: "manual",
    data: { id: "manual-fulfillment" },
    price_type: "flat_rate",
    amount: 500,
  });
  return {
    regionId: region.id,
    country: region.country,
    productIds,
    variantIds,
    shippingOptionId: option.id,
  };
}

function smallShop(): Plan {
  const run = randomBytes(4).toString("hex");
  return {
    run,
    products: Array.from({ length: PRODUCTS }, (_, index) => productFor(`${run} ${index + 1}`)),
  };
}

/** A country can be in one region only, so the region of an earlier run is used again. */
async function regionFor(admin: LoadClient): Promise<{ id: string; country: string }> {
  const { regions } = await admin.get("/admin/regions?limit=100");
  const known = regions.find(({ name }: { name: string }) => name === REGION);
  if (known) return { id: known.id, country: known.countries[0].iso_2 };
  const taken = regions.flatMap(({ countries }: { countries: { iso_2: string }[] }) =>
    countries.map(({ iso_2 }) => iso_2),
  );
  const country = COUNTRIES.find((code) => !taken.includes(code));
  if (!country) throw new Error("every country that the benchmark knows is in a region already");
  // A store begins with one currency: usd.
  const { region } = await admin.post("/admin/regions", {
    name: REGION,
    currency_code: "usd",
    tax_rate: 25,
    payment_providers: ["manual"],
    fulfillment_providers: ["manual"],
    countries: [country],
  });
  return { id: region.id, country };
}

const productFor = (name: string) => ({
  title: `Benchmark ${name}`,
  status: "published",
  options: [{ title: "Size" }],
  variants: [
    {
      title: "M",
      options: [{ value: "M" }],
      // No run is so long that it sells out.
      inventory_quantity: 1_000_000_000,
      prices: [{ currency_code: "usd", amount: 1995 }],
    },
  ],
});
