import { demoPicturePath, pictureNamesOf } from "../picture-routes.ts";
import type { DemoProduct } from "../product.ts";
import { demoProducts } from "../products.ts";
import type { ShopApi } from "../shop-api.ts";
import { type DemoCategory, demoCategories, demoCollections } from "../taxonomy.ts";
import { allSettledOrThrow, creating, getOrThrow, idsBy, makeMissing } from "./make-missing.ts";

/** Ids of collections and categories, by handle. */
export type Taxonomy = Record<"collections" | "categories", Map<string, string>>;

export async function loadTaxonomy(api: ShopApi): Promise<Taxonomy> {
  const [collections, categories] = await allSettledOrThrow(loadCollections(api), loadCategories(api));
  return { collections, categories };
}

async function loadCollections(api: ShopApi) {
  return makeMissing({
    items: demoCollections,
    keyOf: ({ handle }) => handle,
    existing: await idsBy("handle", api.all("/admin/collections", "collections")),
    make: creating(api, "/admin/collections", "collection"),
  });
}

type CategoryWithParent = DemoCategory & { parent?: string };

/** Parents before their children. */
const withParents = (categories: readonly DemoCategory[], parent?: string): CategoryWithParent[] =>
  categories.flatMap((category) => [
    { ...category, parent },
    ...withParents(category.children ?? [], category.handle),
  ]);

async function loadCategories(api: ShopApi) {
  const create = creating(api, "/admin/product-categories", "product_category");
  return makeMissing({
    items: withParents(demoCategories),
    keyOf: ({ handle }) => handle,
    existing: await idsBy("handle", api.all("/admin/product-categories", "product_categories")),
    make: ({ name, handle, description, parent }, ids) =>
      create({
        name,
        handle,
        description,
        parent_category_id: parent ? getOrThrow(ids, parent) : null,
        is_active: true,
      }),
  });
}

interface MadeProduct {
  handle: string;
  variants: { id: string; sku: string | null }[];
}

/** Products with all that belongs to them. Returns the ids of the variants by SKU. */
export async function loadProducts(
  api: ShopApi,
  taxonomy: Taxonomy,
  publicUrl: string,
): Promise<Map<string, string>> {
  const made = await madeProducts(api);
  const known = new Set(made.map(({ handle }) => handle));
  // Lists show the newest first: made in reverse, the products appear in the order of the data.
  for (const product of demoProducts.toReversed()) {
    if (known.has(product.handle)) continue;
    const body = bodyOf(product, taxonomy, publicUrl);
    made.push((await api.post<{ product: MadeProduct }>("/admin/products", body)).product);
  }
  return bySku(made);
}

const madeProducts = (api: ShopApi) =>
  api.all<MadeProduct>("/admin/products", "products", { fields: "id,handle", expand: "variants" });

const bySku = (made: readonly MadeProduct[]) =>
  new Map(
    made.flatMap(({ variants }) => variants.flatMap(({ sku, id }) => (sku ? [[sku, id] as const] : []))),
  );

/** The ids of all variants, by SKU. */
export const variantIds = async (api: ShopApi): Promise<Map<string, string>> =>
  bySku(await madeProducts(api));

const bodyOf = (product: DemoProduct, { collections, categories }: Taxonomy, publicUrl: string) => ({
  title: product.title,
  subtitle: product.subtitle,
  description: product.description,
  handle: product.handle,
  status: "published",
  is_giftcard: product.isGiftCard,
  images: pictureNamesOf(product.handle).map((name) => publicUrl + demoPicturePath(name)),
  type: { value: product.type },
  tags: product.tags.map((value) => ({ value })),
  collection_id: product.collection && getOrThrow(collections, product.collection),
  categories: [{ id: getOrThrow(categories, product.category) }],
  weight: product.variants[0]?.weight ?? null,
  hs_code: product.hsCode,
  origin_country: product.origin,
  material: product.material,
  options: Object.keys(product.options).map((title) => ({ title })),
  variants: variantsOf(product),
});

const variantsOf = ({ variants, isGiftCard }: DemoProduct) =>
  variants.map(({ title, sku, stock, weight, values, price: [eur, usd] }) => ({
    title,
    sku,
    inventory_quantity: stock,
    manage_inventory: !isGiftCard,
    weight,
    options: values.map((value) => ({ value })),
    prices: [
      { currency_code: "eur", amount: eur },
      { currency_code: "usd", amount: usd },
    ],
  }));
