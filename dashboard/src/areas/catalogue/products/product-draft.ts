import type { Schemas } from "@tradewind/client";
import {
  type CustomField,
  type FieldValues,
  valuesOf,
} from "../../../data/platform/custom-fields/custom-field.ts";
import { FORM_FIELDS } from "../../../generated/form-fields.ts";
import { type DraftIn, emptyFields, type FormField, fieldsOf } from "../../../kit/form/described-fields.ts";
import {
  emptyPresentation,
  type PresentationDraft,
  presentationOf,
  variantImagesOf,
} from "./product-presentation.ts";

export type Product = Schemas["AdminProduct"];
export type StoredVariant = Product["variants"][number];

/** The fields that the server's descriptions have for the form. Those of other kinds are below. */
export const PRODUCT_FIELDS = FORM_FIELDS.product.filter(
  (field): field is OtherField => field.name !== "description",
) satisfies FieldsIn<"basics" | "organize" | Shipping>;
export const VARIANT_FIELDS = FORM_FIELDS.product_variant satisfies FieldsIn<"codes" | Shipping>;

/** The description is edited with its formatting: see PresentationDraft. */
type OtherField = Exclude<(typeof FORM_FIELDS.product)[number], { name: "description" }>;
type Shipping = "measures" | "customs";
/** A card that the form does not have is a compile error. */
type FieldsIn<Card extends string> = readonly (FormField & { card: Card })[];

export interface VariantDraft extends DraftIn<(typeof VARIANT_FIELDS)[number]> {
  title: string;
  inventory_quantity: number;
  manage_inventory: boolean;
  allow_backorder: boolean;
  /** The value for each option, by the key of the option. */
  options: Record<string, string>;
  /** By currency code or id of a region. Prices for quantities and of price lists are not here and stay as they are. */
  prices: Record<string, number>;
  /** The address of its own picture. */
  image: string | null;
  metadata: Record<string, unknown>;
  custom_fields: FieldValues;
}

/** A product as it is edited. Options and variants are by their ids, or by keys of their own until they are saved. */
export interface ProductDraft extends DraftIn<(typeof PRODUCT_FIELDS)[number]>, PresentationDraft {
  collection_id: string | null;
  type: string;
  tags: string[];
  categories: string[];
  sales_channels: string[];
  images: string[];
  thumbnail: string | null;
  metadata: Record<string, unknown>;
  custom_fields: FieldValues;
  options: Record<string, { title: string }>;
  variants: Record<string, VariantDraft>;
}

/** The fields that the shop has declared. */
export interface ShopFields {
  product: readonly CustomField[];
  variant: readonly CustomField[];
}

let lastKey = 0;
export const newKey = () => `new-${++lastKey}`;
export const isNew = (key: string) => key.startsWith("new-");

/** A price that belongs to no price list and holds for every quantity. */
export const isPlainPrice = (price: NonNullable<StoredVariant["prices"]>[number]) =>
  price.price_list_id === null && price.min_quantity === null && price.max_quantity === null;

export const marketOf = ({ region_id, currency_code }: { region_id: string | null; currency_code: string }) =>
  region_id ?? currency_code;

export const isCurrency = (market: string) => market.length === 3;

interface ShownVariant {
  image?: string | null;
  fields?: readonly CustomField[];
}

export const variantDraftOf = (
  variant: StoredVariant,
  { image = null, fields = [] }: ShownVariant = {},
): VariantDraft => ({
  ...fieldsOf(VARIANT_FIELDS, variant),
  title: variant.title,
  inventory_quantity: variant.inventory_quantity,
  manage_inventory: variant.manage_inventory,
  allow_backorder: variant.allow_backorder,
  options: Object.fromEntries((variant.options ?? []).map(({ option_id, value }) => [option_id, value])),
  prices: Object.fromEntries(
    (variant.prices ?? []).filter(isPlainPrice).map((price) => [marketOf(price), price.amount]),
  ),
  image,
  metadata: variant.metadata ?? {},
  custom_fields: valuesOf(fields, variant),
});

export const draftOf = (product: Product, fields: ShopFields): ProductDraft => ({
  ...fieldsOf(PRODUCT_FIELDS, product),
  ...presentationOf(product),
  collection_id: product.collection_id,
  type: product.type?.value ?? "",
  tags: (product.tags ?? []).map(({ value }) => value).sort(),
  categories: (product.categories ?? []).map(({ id }) => id).sort(),
  sales_channels: (product.sales_channels ?? []).map(({ id }) => id).sort(),
  images: (product.images ?? []).map(({ url }) => url),
  thumbnail: product.thumbnail,
  metadata: product.metadata ?? {},
  custom_fields: valuesOf(fields.product, product),
  options: Object.fromEntries((product.options ?? []).map(({ id, title }) => [id, { title }])),
  variants: variantsOf(product, fields.variant),
});

function variantsOf(product: Product, fields: readonly CustomField[]): ProductDraft["variants"] {
  const images = variantImagesOf(product);
  return Object.fromEntries(
    (product.variants ?? []).map((variant) => [
      variant.id,
      variantDraftOf(variant, { image: images.get(variant.id) ?? null, fields }),
    ]),
  );
}

export const emptyVariant = (title: string, fields: readonly CustomField[]): VariantDraft => ({
  ...emptyFields(VARIANT_FIELDS),
  title,
  inventory_quantity: 0,
  manage_inventory: true,
  allow_backorder: false,
  options: {},
  prices: {},
  image: null,
  metadata: {},
  custom_fields: valuesOf(fields, null),
});

const withoutCodes = (variant: VariantDraft): VariantDraft => ({
  ...variant,
  sku: "",
  barcode: "",
  ean: "",
  upc: "",
  inventory_quantity: 0,
});

/** A new variant like another one, with its prices. Its option values have to be changed before it can be saved. */
export const variantLike = (variant: VariantDraft, title: string): VariantDraft => ({
  ...withoutCodes(variant),
  title,
});

/** A product that is being created has one variant, so that it can be sold without options. */
interface NewDraft {
  channels: string[];
  variantTitle: string;
  fields: ShopFields;
}

export const emptyDraft = ({ channels, variantTitle, fields }: NewDraft): ProductDraft => ({
  ...emptyFields(PRODUCT_FIELDS),
  ...emptyPresentation,
  collection_id: null,
  type: "",
  tags: [],
  categories: [],
  sales_channels: channels,
  images: [],
  thumbnail: null,
  metadata: {},
  custom_fields: valuesOf(fields.product, null),
  options: {},
  variants: { [newKey()]: emptyVariant(variantTitle, fields.variant) },
});

/** A new product like another one. Codes and the handle are unique: the copy has none yet. */
export function copyOf(draft: ProductDraft, title: string): ProductDraft {
  const keys = new Map(
    [...Object.keys(draft.options), ...Object.keys(draft.variants)].map((key) => [key, newKey()]),
  );
  const copy = withKeys({ ...draft, title, handle: "", status: "draft" }, keys);
  const variants = Object.entries(copy.variants).map(([key, variant]) => [key, withoutCodes(variant)]);
  return { ...copy, variants: Object.fromEntries(variants) };
}

/** The same draft with other keys for options and variants: the ids that they have got. */
export function withKeys(draft: ProductDraft, keys: ReadonlyMap<string, string>): ProductDraft {
  const renamed = <Value>(values: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [keys.get(key) ?? key, value]));
  const variants = Object.entries(draft.variants).map(
    ([key, variant]) => [key, { ...variant, options: renamed(variant.options) }] as const,
  );
  return { ...draft, options: renamed(draft.options), variants: renamed(Object.fromEntries(variants)) };
}
