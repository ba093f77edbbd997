// Where v1's answers and queries differ from the common shape. This file imports nothing.

/** v1's storefront shows these fields of the descendants in a tree, and of no other category. */
export const extraFieldsOfStoreDescendants = ["is_active", "is_internal"] as const;

/** v1's message states the conditions of public categories. */
export const storeCategoryNotFoundMessage = (id: string) =>
  `ProductCategory with id: ${id}, is_internal: false, is_active: true was not found`;

/** v1 takes `fields` and `expand` for a single price list and ignores them. */
export const priceListSelection = {};

/** v1 shows the customer groups of price lists only in a list that one of these parameters filters. */
export const parametersThatShowGroups = ["q", "customer_groups"];

/** v1 always adds prices in this operation and ignores the ids that are sent with them. */
export const addedPrice = <Price extends { id?: string }>({ id: _, ...price }: Price) => price;

/** v1 shows the first variant of a price also as `variant` and `variant_id`. */
export function withVariant<Price extends { variants?: readonly { id: string }[] }>(price: Price): Price {
  if (!price.variants) return price;
  const variant = price.variants[0] ?? null;
  return { ...price, ...{ variant, variant_id: variant?.id ?? null } };
}

/** v1 lists the ids of deleted prices where other deletions have an `id`. */
export const deletedPrices = (ids: readonly string[]) => ({ ids, object: "money-amount", deleted: true });

/** The order of the properties in v1's bodies. Other properties follow. */
export const productBodyOrder = [
  "title",
  "is_giftcard",
  "subtitle",
  "description",
  "images",
  "thumbnail",
  "handle",
  "status",
  "type",
  "collection_id",
  "tags",
  "categories",
  "sales_channels",
  "discountable",
];

export const variantBodyOrder = [
  "title",
  "sku",
  "ean",
  "upc",
  "barcode",
  "inventory_quantity",
  "allow_backorder",
  "manage_inventory",
  "weight",
  "length",
  "height",
  "width",
];

/** v1 takes `fields` and `expand` when a product is created, and answers with the default selection. */
export const createdProductSelection = {};

/**
 * v1 ignores these parameters of a list of products that is searched with `q`. `fields` counts as soon as it names a column of a
 * relation, which no client of v1 could get this way.
 */
export const isIgnoredBySearch = (name: string, value: unknown): boolean =>
  ["title", "description"].includes(name) || (name === "fields" && !String(value).includes("."));

/** v1 shows the sales channels of listed products to a storefront with a key that expands nothing else. */
export const relationsForKeys = ["sales_channels"];

/** v1 does not show these fields of variants to admins. */
export const hiddenVariantFields = ["variant_rank"];

/** v1's list of variants in the storefront expands no prices, so it shows only those that apply. */
export const storeVariantListExpand = "";

/** v1's list of variants for admins has no `offset` and `limit`. */
export const adminVariantPage = <Variant>(variants: Variant[], { count }: { count: number }) => ({
  variants,
  count,
});

/** v1's list of variants in the storefront has no `count` either. */
export const storeVariantPage = <Variant>(variants: Variant[]) => ({ variants });

/** v1 answers the deletion of a variant with the product. */
export const deletedVariant = <Product>(variant_id: string, product: Product) => ({
  variant_id,
  object: "product-variant",
  deleted: true,
  product,
});

/** v1 answers the deletion of an option with the product. */
export const deletedOption = <Product>(option_id: string, product: Product) => ({
  option_id,
  object: "option",
  deleted: true,
  product,
});

/** v1 answers the removal of products from a collection with their ids. */
export const removedFromCollection = (id: string, removed_products: readonly string[]) => ({
  id,
  object: "product-collection",
  removed_products,
});

interface ProductKeys {
  collection_id?: string | null;
  type_id?: string | null;
}

/** If a request expands only the collection or only the type, v1 shows it instead of its foreign key. */
export function withoutForeignKeyOf<Product extends ProductKeys>(
  product: Product,
  expand: string | undefined,
): Product {
  const relations = new Set((expand ?? "").split(",").map((path) => path.trim().split(".")[0]));
  const only = relations.size === 1 ? [...relations][0] : undefined;
  if (only !== "collection" && only !== "type") return product;
  const shown = { ...product };
  delete shown[`${only}_id`];
  return shown;
}
