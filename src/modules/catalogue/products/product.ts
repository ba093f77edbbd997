import { ruleFields, withoutFields } from "../../../graph/custom-fields/field-values.ts";
import {
  initialRow,
  type NewFields,
  type SentFields,
  type StoredRow,
  withSentFields,
} from "../../../graph/written-row.ts";
import { kebabCase } from "../../../kernel/kebab-case.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { duplicate, invalidParts, notFound, Refusal } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";
import { product } from "./products-graph.ts";
import { checkPriceMarket, type SentPrice } from "./variant-price.ts";

export type Product = StoredRow<typeof product>;

/** The fields of a product in a request. Null clears a field, an absent field stays unchanged. */
export type ProductFields = SentFields<typeof product> & Lists;
export type NewProductFields = NewFields<typeof product> & Lists;

interface Lists {
  images?: string[] | null;
  metadata?: Metadata | null;
  custom_fields?: SentCustomFields;
}

const emptyProduct = initialRow(product);

// Handles have a unique index, and PostgreSQL limits the length of indexed values.
const MAX_HANDLE_LENGTH = 250;

const handleOf = (title: string) => kebabCase(title).slice(0, MAX_HANDLE_LENGTH) || null;

/** The first image is the default thumbnail. Gift cards are never discountable. */
export function productFrom(id: string, typeId: string | null, input: NewProductFields): Product {
  const { images, handle, ...fields } = input;
  const row = withSentFields({ ...emptyProduct, id, title: input.title }, fields);
  return {
    ...row,
    handle: handle || handleOf(input.title),
    thumbnail: input.thumbnail || images?.[0] || null,
    discountable: row.discountable && !row.is_giftcard,
    type_id: typeId,
    metadata: input.metadata ?? null,
  };
}

/**
 * A new title does not change the handle: existing links must stay valid. A product without a thumbnail gets the first
 * new image.
 */
export function withChanges(stored: Product, { metadata, handle, ...changes }: ProductFields): Product {
  const next = withSentFields(stored, changes);
  const isWithoutThumbnail = !stored.thumbnail && changes.thumbnail === undefined;
  return {
    ...next,
    thumbnail: (isWithoutThumbnail && changes.images?.[0]) || next.thumbnail,
    handle: handle === undefined ? stored.handle : handle || handleOf(next.title),
    metadata: metadata ? mergedMetadata(stored.metadata, metadata) : stored.metadata,
  };
}

export const productNotFound = (id: string) => notFound("Product", id);

export const duplicateKey = (table: string, column: string, value: string) =>
  duplicate(`${table} with ${column} ${value} already exists.`);

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
export function checkReferences(references: ProductReferences, found: FoundReferences): void {
  const channels = references.channelIds.filter((id) => !found.channels.includes(id));
  if (channels.length > 0) throw invalidParts([`Sales Channels ${channels.join(", ")} do not exist`]);
  if (references.collectionId !== null && found.collection === null) {
    throw missing("Product_collection", "collection_id", references.collectionId);
  }
  checkFound(references.categoryIds, found.categories, ["Product_category", "product_category_id"]);
  checkFound(references.regionIds, Object.keys(found.regions), ["Region", "region_id"]);
  checkFound(references.currencyCodes, found.currencies, ["Currency", "currency_code"]);
}

function checkFound(
  ids: readonly string[],
  found: readonly string[],
  [table, column]: [table: string, column: string],
): void {
  const unknown = ids.find((each) => !found.includes(each));
  if (unknown !== undefined) throw missing(table, column, unknown);
}

const missing = (table: string, column: string, value: string) =>
  new Refusal("not_found", `${table} with ${column} ${value} does not exist.`);

/** The rules of plugins. */
export const refuseProductByRules = (
  rules: Rules,
  product: Product,
  { isNew, fields = {} }: { isNew: boolean; fields?: SentCustomFields | undefined },
): void =>
  rules.decide("product", () => {
    const custom_fields = ruleFields(product, fields);
    return { product: { ...structuredClone(withoutFields(product)), custom_fields }, is_new: isNew };
  });
