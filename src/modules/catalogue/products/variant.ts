import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { noShippingFacts, replaced, type ShippingFacts } from "./product.ts";
import type { SentPrice } from "./variant-price.ts";

/** The row of a variant. */
export interface Variant extends ShippingFacts {
  id: string;
  product_id: string;
  title: string;
  sku: string | null;
  barcode: string | null;
  ean: string | null;
  upc: string | null;
  variant_rank: number;
  inventory_quantity: number;
  allow_backorder: boolean;
  manage_inventory: boolean;
  metadata: Metadata | null;
}

/** The row of a variant that is changed. Orders take from its stock meanwhile: null leaves them what they left. */
export type ChangedVariant = Omit<Variant, "inventory_quantity"> & { inventory_quantity: number | null };

/** Fields of a variant as they are sent. Null empties a field, what is not sent stays. */
export interface VariantFields extends Partial<ShippingFacts> {
  title?: string;
  sku?: string | null;
  barcode?: string | null;
  ean?: string | null;
  upc?: string | null;
  inventory_quantity?: number;
  allow_backorder?: boolean;
  manage_inventory?: boolean;
  metadata?: Metadata | null;
}

export interface SentOption {
  option_id: string;
  value: string;
}

export interface SentVariant extends VariantFields {
  id?: string | null;
  prices?: SentPrice[] | null;
  options?: SentOption[] | null;
}

export interface NewVariant extends SentVariant {
  title: string;
}

const blank: Omit<Variant, "id" | "product_id" | "title" | "variant_rank"> = {
  ...noShippingFacts,
  sku: null,
  barcode: null,
  ean: null,
  upc: null,
  inventory_quantity: 0,
  allow_backorder: false,
  manage_inventory: true,
  metadata: null,
};

export function variantFrom(
  place: Pick<Variant, "id" | "product_id" | "variant_rank">,
  input: VariantFields & { title: string },
): Variant {
  const { metadata, ...fields } = input;
  const row = replaced({ ...blank, ...place, title: input.title }, { ...fields, ...place });
  return withoutEmptyCodes({ ...row, metadata: metadata ?? null });
}

export function variantWithChanges(variant: Variant, { metadata, ...changes }: VariantFields): Variant {
  const { id, product_id, variant_rank } = variant;
  return withoutEmptyCodes({
    ...replaced(variant, { ...changes, id, product_id, variant_rank }),
    metadata: metadata ? mergedMetadata(variant.metadata, metadata) : variant.metadata,
  });
}

export const changedVariant = (was: Variant, is: Variant): ChangedVariant => ({
  ...is,
  inventory_quantity: is.inventory_quantity === was.inventory_quantity ? null : is.inventory_quantity,
});

/** An empty code is none: several variants may be without one. */
const withoutEmptyCodes = (variant: Variant): Variant => ({
  ...variant,
  sku: variant.sku || null,
  barcode: variant.barcode || null,
  ean: variant.ean || null,
  upc: variant.upc || null,
});

export const unknownVariant = (id: string) => notFound("Variant", id);
