import { newId } from "../../../../kernel/ids.ts";
import { invalid, notFound, Refusal } from "../../../../kernel/refusal.ts";
import {
  checkOptionTitles,
  type KnownProduct,
  productFrom,
  withChanges,
} from "../../../catalogue/products/index.ts";
import { refusedGroup, rowError } from "../engine/refused.ts";
import type { RowGroup } from "../engine/row-groups.ts";
import type { Operations, Outcome, RowError } from "../engine/tally.ts";
import type { KnownShop, NamedThing } from "./known-shop.ts";
import { withVariant } from "./plan-variant.ts";
import type { ProductLayout } from "./product-layout.ts";
import {
  type Named,
  nameOf,
  optionNamesOf,
  type ProductPart,
  productPart,
  tagsOf,
  variantPart,
} from "./product-row.ts";

export const productOperations = [
  "PRODUCT_CREATE",
  "PRODUCT_UPDATE",
  "VARIANT_CREATE",
  "VARIANT_UPDATE",
] as const;

/** What the rows of a product make of it. A row that is refused leaves the others alone. */
export function planProduct(shop: KnownShop, layout: ProductLayout, group: RowGroup): Outcome<string> {
  try {
    return planned(shop, layout, group);
  } catch (error) {
    if (error instanceof Refusal) return refusedGroup(group, error);
    throw error;
  }
}

function planned(shop: KnownShop, layout: ProductLayout, group: RowGroup): Outcome<string> {
  const first = group.rows[0]!.cells;
  const part = productPart(layout, first);
  const known = knownBy(shop, part);
  // Rows beyond the many that are dealt with at once: the first ones have said what the product is.
  const isContinued = group.isContinued && known !== null;
  let next = isContinued
    ? known
    : known
      ? changed(shop, known, part)
      : made(shop, part, optionNamesOf(layout, first));
  const operations = { VARIANT_CREATE: 0, VARIANT_UPDATE: 0 };
  const refused: RowError[] = [];
  for (const row of group.rows) {
    try {
      const variant = variantPart(layout, row.cells);
      if (!variant) continue;
      const { product, operation } = withVariant(shop, next, variant);
      next = product;
      operations[operation]++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(rowError(row, error));
    }
  }
  const rows = group.rows.length;
  if (refused.length === rows) return { rows, refused, operations: {}, plan: null };
  shop.put(next);
  const ofProduct: Operations = isContinued ? {} : known ? { PRODUCT_UPDATE: 1 } : { PRODUCT_CREATE: 1 };
  return { rows, refused, operations: { ...ofProduct, ...operations }, plan: next.product.id };
}

/** By its id, otherwise by its handle. */
function knownBy(shop: KnownShop, { id, handle }: ProductPart): KnownProduct | null {
  const owner = shop.handles.get(handle) ?? null;
  if (id === "") return owner === null ? null : (shop.findProduct(owner) ?? null);
  const known = shop.findProduct(id);
  if (!known) throw notFound("Product", id);
  if (owner !== null && owner !== id) {
    throw new Refusal("duplicate_error", `Product with handle ${handle} already exists.`);
  }
  return known;
}

function made(shop: KnownShop, part: ProductPart, options: readonly string[]): KnownProduct {
  const { title } = part.fields;
  if (!title) throw invalid("Product Title is required");
  checkOptionTitles(options);
  const { defaultChannel } = shop.surroundings;
  const channels = channelsOf(shop, part) ?? [];
  const input = {
    ...part.fields,
    title,
    handle: part.handle,
    collection_id: collectionOf(shop, part, null) ?? null,
    images: part.images,
  };
  return {
    product: productFrom(newId("prod"), null, input),
    type: part.type ?? null,
    tags: part.tags ?? [],
    images: part.images ?? [],
    channels: channels.length > 0 || defaultChannel === null ? channels : [defaultChannel],
    categories: categoriesOf(shop, part) ?? [],
    options: options.map((name) => ({ id: newId("opt"), title: name })),
    variants: [],
  };
}

function changed(shop: KnownShop, known: KnownProduct, part: ProductPart): KnownProduct {
  const collection_id = collectionOf(shop, part, known.product.collection_id);
  return {
    ...known,
    product: withChanges(known.product, { ...part.fields, handle: part.handle, collection_id }),
    type: part.type ?? known.type,
    tags: part.tags === undefined || isSame(tagsOf(known.tags.join(",")), part.tags) ? known.tags : part.tags,
    images: part.images ?? known.images,
    channels: channelsOf(shop, part) ?? known.channels,
    categories: categoriesOf(shop, part) ?? known.categories,
  };
}

/** Tags that have a comma themselves are several in a file; that alone does not change them. */
const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && [...a].sort().join() === [...b].sort().join();

function collectionOf(shop: KnownShop, { collection }: ProductPart, current: string | null) {
  if (!collection) return undefined;
  return found(shop.surroundings.collections, collection, { what: "Collection", current });
}

const channelsOf = (shop: KnownShop, { channels }: ProductPart) =>
  channels?.map((each) => found(shop.surroundings.channels, each, { what: "Sales channel" }));

const categoriesOf = (shop: KnownShop, { categories }: ProductPart) =>
  categories?.map((each) => found(shop.surroundings.categories, each, { what: "Product category" }));

/** By its id or handle, otherwise by its name; of several of that name it is the one that it was, or the oldest. */
function found(
  things: readonly NamedThing[],
  named: Named,
  { what, current = null }: { what: string; current?: string | null },
): string {
  const byKey = things.find(
    ({ id, handle }) => id === named.id || (named.handle !== undefined && handle === named.handle),
  );
  const canBeNamed = named.handle === undefined;
  const byName = canBeNamed ? things.filter(({ name }) => name === named.name) : [];
  const thing = byKey ?? byName.find(({ id }) => id === current) ?? byName[0];
  if (!thing) throw new Refusal("not_found", `${what} ${nameOf(named)} was not found`);
  return thing.id;
}
