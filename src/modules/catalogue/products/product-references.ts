import { invalidParts, Refusal } from "../../../kernel/refusal.ts";
import { checkPriceMarket, type SentPrice } from "./variant-price.ts";

/** The ids and codes of other entities that a product refers to. */
export interface ProductReferences {
  collectionId: string | null;
  categoryIds: string[];
  channelIds: string[];
  regionIds: string[];
  currencyCodes: string[];
}

/** The references that exist. */
export interface FoundReferences {
  collection: string | null;
  categories: string[];
  channels: string[];
  regions: Record<string, string>;
  currencies: string[];
}

interface ReferencingInput {
  collection_id?: string | null;
  categories?: { id: string }[] | null;
  sales_channels?: { id: string }[] | null;
  variants?: { prices?: SentPrice[] | null }[] | null;
}

export function referencesOf(input: ReferencingInput): ProductReferences {
  const idsOf = (things: { id: string }[] | null | undefined) => [...new Set(things?.map(({ id }) => id))];
  const prices = (input.variants ?? []).flatMap((variant) => variant.prices ?? []);
  for (const price of prices) checkPriceMarket(price);
  return {
    collectionId: input.collection_id ?? null,
    categoryIds: idsOf(input.categories),
    channelIds: idsOf(input.sales_channels),
    regionIds: [...new Set(prices.flatMap((price) => price.region_id || []))],
    currencyCodes: [...new Set(prices.flatMap((price) => price.currency_code?.toLowerCase() || []))],
  };
}

/** Refuses references that do not exist. */
export function checkReferences(named: ProductReferences, found: FoundReferences): void {
  const channels = named.channelIds.filter((id) => !found.channels.includes(id));
  if (channels.length > 0) throw invalidParts([`Sales Channels ${channels.join(", ")} do not exist`]);
  if (named.collectionId !== null && found.collection === null) {
    throw missing("Product_collection", "collection_id", named.collectionId);
  }
  checkFound(named.categoryIds, found.categories, "Product_category", "product_category_id");
  checkFound(named.regionIds, Object.keys(found.regions), "Region", "region_id");
  checkFound(named.currencyCodes, found.currencies, "Currency", "currency_code");
}

function checkFound(named: readonly string[], found: readonly string[], table: string, column: string): void {
  const unknown = named.find((each) => !found.includes(each));
  if (unknown !== undefined) throw missing(table, column, unknown);
}

const missing = (table: string, column: string, value: string) =>
  new Refusal("not_found", `${table} with ${column} ${value} does not exist.`);
