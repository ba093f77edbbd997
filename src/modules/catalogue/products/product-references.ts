import { invalidParts, Refusal } from "../../../kernel/refusal.ts";
import { checkPlace, type SentPrice } from "./variant-price.ts";

/** What else of the shop a product names. */
export interface NamedThings {
  collectionId: string | null;
  categoryIds: string[];
  channelIds: string[];
  regionIds: string[];
  currencyCodes: string[];
}

/** What of it is there. */
export interface FoundThings {
  collection: string | null;
  categories: string[];
  channels: string[];
  regions: Record<string, string>;
  currencies: string[];
}

interface Naming {
  collection_id?: string | null;
  categories?: { id: string }[] | null;
  sales_channels?: { id: string }[] | null;
  variants?: { prices?: SentPrice[] | null }[] | null;
}

export function namedThings(input: Naming): NamedThings {
  const idsOf = (things: { id: string }[] | null | undefined) => [...new Set(things?.map(({ id }) => id))];
  const prices = (input.variants ?? []).flatMap((variant) => variant.prices ?? []);
  for (const price of prices) checkPlace(price);
  return {
    collectionId: input.collection_id ?? null,
    categoryIds: idsOf(input.categories),
    channelIds: idsOf(input.sales_channels),
    regionIds: [...new Set(prices.flatMap((price) => price.region_id || []))],
    currencyCodes: [...new Set(prices.flatMap((price) => price.currency_code?.toLowerCase() || []))],
  };
}

/** A product cannot belong to what is not there. */
export function checkReferences(named: NamedThings, found: FoundThings): void {
  const channels = named.channelIds.filter((id) => !found.channels.includes(id));
  if (channels.length > 0) throw invalidParts([`Sales Channels ${channels.join(", ")} do not exist`]);
  if (named.collectionId !== null && found.collection === null) {
    throw missing("Product_collection", "collection_id", named.collectionId);
  }
  refuseMissing(named.categoryIds, found.categories, "Product_category", "product_category_id");
  refuseMissing(named.regionIds, Object.keys(found.regions), "Region", "region_id");
  refuseMissing(named.currencyCodes, found.currencies, "Currency", "currency_code");
}

function refuseMissing(
  named: readonly string[],
  found: readonly string[],
  table: string,
  column: string,
): void {
  const unknown = named.find((each) => !found.includes(each));
  if (unknown !== undefined) throw missing(table, column, unknown);
}

const missing = (table: string, column: string, value: string) =>
  new Refusal("not_found", `${table} with ${column} ${value} does not exist.`);
