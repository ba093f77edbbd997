import { kebabCase } from "../../../kernel/kebab-case.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { duplicate, invalidParts, notFound, Refusal } from "../../../kernel/refusal.ts";
import { checkPriceMarket, type SentPrice } from "./variant-price.ts";

export const productStatuses = ["draft", "proposed", "published", "rejected"] as const;
type ProductStatus = (typeof productStatuses)[number];

/** The fields of a product or variant for carriers and customs. */
export interface ShippingFacts {
  weight: number | null;
  length: number | null;
  height: number | null;
  width: number | null;
  hs_code: string | null;
  origin_country: string | null;
  mid_code: string | null;
  material: string | null;
}

export interface Product extends ShippingFacts {
  id: string;
  title: string;
  subtitle: string | null;
  description: string | null;
  handle: string | null;
  is_giftcard: boolean;
  status: ProductStatus;
  thumbnail: string | null;
  collection_id: string | null;
  type_id: string | null;
  discountable: boolean;
  external_id: string | null;
  metadata: Metadata | null;
}

/** The fields of a product in a request. Null clears a field, an absent field stays unchanged. */
export interface ProductFields extends Partial<ShippingFacts> {
  title?: string;
  subtitle?: string | null;
  description?: string | null;
  handle?: string | null;
  status?: ProductStatus;
  thumbnail?: string | null;
  discountable?: boolean;
  collection_id?: string | null;
  external_id?: string | null;
  metadata?: Metadata | null;
  images?: string[] | null;
}

export interface NewProductFields extends ProductFields {
  title: string;
  is_giftcard?: boolean;
}

export const noShippingFacts: ShippingFacts = {
  weight: null,
  length: null,
  height: null,
  width: null,
  hs_code: null,
  origin_country: null,
  mid_code: null,
  material: null,
};

const emptyProduct: Omit<Product, "id" | "title" | "handle"> = {
  ...noShippingFacts,
  subtitle: null,
  description: null,
  is_giftcard: false,
  status: "draft",
  thumbnail: null,
  collection_id: null,
  type_id: null,
  discountable: true,
  external_id: null,
  metadata: null,
};

// Handles have a unique index, and PostgreSQL limits the length of indexed values.
const MAX_HANDLE_LENGTH = 250;

const handleOf = (title: string) => kebabCase(title).slice(0, MAX_HANDLE_LENGTH) || null;

/** The first image is the default thumbnail. Gift cards are never discountable. */
export function productFrom(id: string, typeId: string | null, input: NewProductFields): Product {
  const { images, handle, ...fields } = input;
  const product = withSentFields({ ...emptyProduct, id, title: input.title, handle: null }, fields);
  return {
    ...product,
    handle: handle || handleOf(input.title),
    thumbnail: input.thumbnail || images?.[0] || null,
    discountable: product.discountable && !product.is_giftcard,
    type_id: typeId,
    metadata: input.metadata ?? null,
  };
}

/**
 * A new title does not change the handle: existing links must stay valid. A product without a thumbnail gets the first
 * new image.
 */
export function withChanges(product: Product, { metadata, handle, ...changes }: ProductFields): Product {
  const next = withSentFields(product, changes);
  const isWithoutThumbnail = !product.thumbnail && changes.thumbnail === undefined;
  return {
    ...next,
    thumbnail: (isWithoutThumbnail && changes.images?.[0]) || next.thumbnail,
    handle: handle === undefined ? product.handle : handle || handleOf(next.title),
    metadata: metadata ? mergedMetadata(product.metadata, metadata) : product.metadata,
  };
}

/** Replaces the fields of the row that were sent. */
export function withSentFields<Fields extends object>(row: Fields, sent: object): Fields {
  const sentFields = Object.entries(sent).filter(([name, value]) => name in row && value !== undefined);
  return { ...row, ...Object.fromEntries(sentFields) };
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
