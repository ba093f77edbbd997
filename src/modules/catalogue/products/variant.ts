import { initialRow, type SentFields, type StoredRow, withSentFields } from "../../../graph/written-row.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import { productVariant } from "./products-graph.ts";
import type { SentPrice } from "./variant-price.ts";

/** Products of v1 may have variants without a rank; their store reads 0. */
export type Variant = Omit<StoredRow<typeof productVariant>, "variant_rank"> & { variant_rank: number };

/** The row of a changed variant. Orders change the stock concurrently: null leaves the quantity unchanged. */
export type ChangedVariant = Omit<Variant, "inventory_quantity"> & { inventory_quantity: number | null };

/** The fields of a variant in a request. Null clears a field, an absent field stays unchanged. */
export type VariantFields = SentFields<typeof productVariant> & {
  metadata?: Metadata | null;
  custom_fields?: SentCustomFields;
};

export interface SentOption {
  option_id: string;
  value: string;
}

export type SentVariant = VariantFields & {
  id?: string | null;
  prices?: SentPrice[] | null;
  options?: SentOption[] | null;
};

export type NewVariant = SentVariant & { title: string };

const emptyVariant = initialRow(productVariant);

export function variantFrom(
  position: Pick<Variant, "id" | "product_id" | "variant_rank">,
  input: VariantFields & { title: string },
): Variant {
  const { metadata, ...fields } = input;
  const row = withSentFields(
    { ...emptyVariant, ...position, title: input.title },
    { ...fields, ...position },
  );
  return withoutEmptyCodes({ ...row, metadata: metadata ?? null });
}

export function variantWithChanges(variant: Variant, { metadata, ...changes }: VariantFields): Variant {
  const { id, product_id, variant_rank } = variant;
  return withoutEmptyCodes({
    ...withSentFields(variant, { ...changes, id, product_id, variant_rank }),
    metadata: metadata ? mergedMetadata(variant.metadata, metadata) : variant.metadata,
  });
}

export const changedVariant = (before: Variant, after: Variant): ChangedVariant => ({
  ...after,
  inventory_quantity:
    after.inventory_quantity === before.inventory_quantity ? null : after.inventory_quantity,
});

/** An empty code means no code: the unique indexes allow several variants without one. */
const withoutEmptyCodes = (variant: Variant): Variant => ({
  ...variant,
  sku: variant.sku || null,
  barcode: variant.barcode || null,
  ean: variant.ean || null,
  upc: variant.upc || null,
});

export const variantNotFound = (id: string) => notFound("Variant", id);
