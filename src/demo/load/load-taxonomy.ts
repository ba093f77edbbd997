import { type DemoCategory, demoCategories } from "../categories.ts";
import { demoCollections } from "../collections.ts";
import { getOrThrow } from "../lookup.ts";
import type { ShopApi } from "../shop-api.ts";
import { allSettledOrThrow } from "./all-settled-or-throw.ts";
import { creating, idsBy, makeMissing } from "./make-missing.ts";

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
