import type { Client } from "../client.ts";
import type { Operation } from "./operations.ts";

/** Ids that exist, by what they belong to: `product`, `customer_group`. */
export type Known = Map<string, string[]>;

/** Reads every list and remembers each id under the name that it came under. */
export async function knownIds(client: Client, operations: readonly Operation[]): Promise<Known> {
  const known: Known = new Map();
  const lists = operations.filter(({ method, path }) => method === "GET" && !path.includes("{"));
  for (const { path } of lists) {
    const { status, body } = await client.get(path);
    if (status === 200) remember(known, body, "");
  }
  return known;
}

function remember(known: Known, value: unknown, name: string): void {
  if (Array.isArray(value)) for (const each of value) remember(known, each, singular(name));
  else if (value !== null && typeof value === "object") {
    const { id } = value as { id?: unknown };
    if (typeof id === "string") known.set(name, [...new Set([...(known.get(name) ?? []), id])]);
    for (const [key, each] of Object.entries(value)) {
      // Carts have no list; the orders that were made of them tell their ids.
      if (key === "cart_id" && typeof each === "string") known.set("cart", [each]);
      remember(known, each, key);
    }
  }
}

export const singular = (name: string) =>
  name
    .replace(/addresses$/, "address")
    .replace(/ies$/, "y")
    .replace(/([^s])s$/, "$1");

/** Names that say the same. */
const synonyms: Record<string, string> = {
  location: "stock_location",
  parent_category: "product_category",
  category: "product_category",
  address: "shipping_address",
  billing_address: "shipping_address",
  default_sales_channel: "sales_channel",
  type: "product_type",
  profile: "shipping_profile",
};

/** What a variant has is called like what its product has. */
const prefixes: Record<string, string> = { option: "opt_" };

const codes: Record<string, string> = {
  code: "usd",
  currency_code: "usd",
  country_code: "us",
  country: "ch",
  provider_id: "manual",
  payment_provider: "manual",
  fulfillment_provider: "manual",
  email: "known@example.com",
};

/** An id that exists for a parameter or property of this name, or none: `product_id`, `product_ids`. */
export function knownValue(known: Known, name: string): string | undefined {
  if (Object.hasOwn(codes, name)) return codes[name];
  const of = singular(name).replace(/_id$/, "");
  const ids = known.get(of) ?? known.get(synonyms[of] ?? "") ?? known.get(`product_${of}`) ?? [];
  return ids.find((id) => id.startsWith(prefixes[of] ?? ""));
}

/** What `{id}` stands for is said by the part of the path before it. */
export function knownInPath(known: Known, { path }: Operation, name: string): string {
  const before = path.split(`/{${name}}`)[0]!.split("/").at(-1)!.replaceAll("-", "_");
  const value = name === "id" ? knownValue(known, before) : knownValue(known, name);
  return value ?? "unknown";
}
