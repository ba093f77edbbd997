import { kebabCase } from "../../../kernel/kebab-case.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { duplicate, notFound } from "../../../kernel/refusal.ts";

export const productStatuses = ["draft", "proposed", "published", "rejected"] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** What carriers and customs want to know of a product or a variant. */
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

/** The row of a product. */
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

/** Fields of a product as they are sent. Null empties a field, what is not sent stays. */
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

const blank: Omit<Product, "id" | "title" | "handle"> = {
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

// Handles are unique, and an index takes no key of any length.
const LONGEST_HANDLE = 250;

const handleOf = (title: string) => kebabCase(title).slice(0, LONGEST_HANDLE) || null;

/** The first picture stands for the product, unless another one is chosen. A gift card is money: never discounted. */
export function productFrom(id: string, typeId: string | null, input: NewProductFields): Product {
  const { images, handle, ...fields } = input;
  const product = replaced({ ...blank, id, title: input.title, handle: null }, fields);
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
 * A new title does not change the handle: links to it must keep working. Where no picture stands for the product yet,
 * and none is chosen, the first of new ones does.
 */
export function withChanges(product: Product, { metadata, handle, ...changes }: ProductFields): Product {
  const next = replaced(product, changes);
  const isWithoutThumbnail = !product.thumbnail && changes.thumbnail === undefined;
  return {
    ...next,
    thumbnail: (isWithoutThumbnail && changes.images?.[0]) || next.thumbnail,
    handle: handle === undefined ? product.handle : handle || handleOf(next.title),
    metadata: metadata ? mergedMetadata(product.metadata, metadata) : product.metadata,
  };
}

/** The fields of the row that were sent take the place of the old ones. */
export function replaced<Fields extends object>(row: Fields, sent: object): Fields {
  const known = Object.entries(sent).filter(([name, value]) => name in row && value !== undefined);
  return { ...row, ...Object.fromEntries(known) };
}

export const unknownProduct = (id: string) => notFound("Product", id);

export const taken = (table: string, column: string, value: string) =>
  duplicate(`${table} with ${column} ${value} already exists.`);
