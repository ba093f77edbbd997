import { newId } from "../../../../kernel/ids.ts";
import { invalid, notFound, Refusal } from "../../../../kernel/refusal.ts";
import {
  checkOptionTitles,
  type ProductSnapshot,
  productFrom,
  refuseProductByRules,
  withChanges,
} from "../../../catalogue/products/index.ts";
import {
  type GroupOutcome,
  type Operations,
  type RowError,
  refusedGroup,
  rowError,
} from "../engine/importer.ts";
import type { RowGroup } from "../engine/row-groups.ts";
import type { NamedEntity } from "../import-references-store.ts";
import type { CatalogueDraft } from "./catalogue-draft.ts";
import type { ImportedFields } from "./imported-fields.ts";
import { withVariant } from "./plan-variant.ts";
import { plannedPresentation } from "./presentation-columns.ts";
import type { ProductLayout } from "./product-layout.ts";
import {
  type EntityName,
  nameOf,
  optionNamesOf,
  type ProductData,
  readProduct,
  readVariant,
  tagsOf,
} from "./product-row.ts";

export const productOperations = [
  "PRODUCT_CREATE",
  "PRODUCT_UPDATE",
  "VARIANT_CREATE",
  "VARIANT_UPDATE",
] as const;

/** Plans the rows of a product. A refused row does not affect the others. */
export function planProduct(
  shop: CatalogueDraft,
  layout: ProductLayout,
  group: RowGroup,
): GroupOutcome<string> {
  try {
    return planGroup(shop, layout, group);
  } catch (error) {
    if (error instanceof Refusal) return refusedGroup(group, error);
    throw error;
  }
}

function planGroup(shop: CatalogueDraft, layout: ProductLayout, group: RowGroup): GroupOutcome<string> {
  const first = group.rows[0]!.cells;
  const data = readProduct(layout, first);
  const known = findExisting(shop, data);
  // The previous group of the same product already contained the product's own data.
  const isContinued = group.isContinued && known !== null;
  let next = isContinued
    ? known
    : known
      ? changedProduct(shop, known, data)
      : newProduct(shop, data, optionNamesOf(layout, first));
  const { id: productId } = next.product;
  const { header, custom } = layout;
  const planned: ImportedFields[] = [];
  const sent = isContinued
    ? undefined
    : custom.read("product", { header, cells: first, isNew: known === null });
  if (sent) planned.push({ id: productId, productId, entity: "product", fields: sent });
  const operations = { VARIANT_CREATE: 0, VARIANT_UPDATE: 0 };
  const refused: RowError[] = [];
  for (const row of group.rows) {
    try {
      const variant = readVariant(layout, row.cells);
      if (!variant) continue;
      const { product, operation, variantId } = withVariant(shop, next, variant);
      const isNew = operation === "VARIANT_CREATE";
      const fields = custom.read("variant", { header, cells: row.cells, isNew });
      if (fields) planned.push({ id: variantId, productId, entity: "variant", fields });
      next = product;
      operations[operation]++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(rowError(row, error));
    }
  }
  const rows = group.rows.length;
  if (refused.length === rows) return { rows, refused, operations: {}, plan: null };
  const { id } = next.product;
  const presentation = plannedPresentation(layout.header, {
    group,
    product: next,
    earlier: shop.presentations.get(id),
  });
  refuseProductByRules(shop.rules, next.product, { isNew: known === null, fields: sent });
  shop.put(next);
  for (const each of planned) shop.custom.set(each.id, each);
  if (presentation) shop.presentations.set(id, presentation);
  const ofProduct: Operations = isContinued ? {} : known ? { PRODUCT_UPDATE: 1 } : { PRODUCT_CREATE: 1 };
  return { rows, refused, operations: { ...ofProduct, ...operations }, plan: next.product.id };
}

/** Finds the product by its id, or else by its handle. */
function findExisting(shop: CatalogueDraft, { id, handle }: ProductData): ProductSnapshot | null {
  const owner = shop.handles.get(handle) ?? null;
  if (id === "") return owner === null ? null : (shop.findProduct(owner) ?? null);
  const known = shop.findProduct(id);
  if (!known) throw notFound("Product", id);
  if (owner !== null && owner !== id) {
    throw new Refusal("duplicate_error", `Product with handle ${handle} already exists.`);
  }
  return known;
}

function newProduct(shop: CatalogueDraft, data: ProductData, options: readonly string[]): ProductSnapshot {
  const { title } = data.fields;
  if (!title) throw invalid("Product Title is required");
  checkOptionTitles(options);
  const { defaultChannel } = shop.references;
  const channels = channelsOf(shop, data) ?? [];
  const input = {
    ...data.fields,
    title,
    handle: data.handle,
    collection_id: collectionOf(shop, data, null) ?? null,
    images: data.images,
  };
  return {
    product: productFrom(newId("prod"), null, input),
    type: data.type ?? null,
    tags: data.tags ?? [],
    images: data.images ?? [],
    channels: channels.length > 0 || defaultChannel === null ? channels : [defaultChannel],
    categories: categoriesOf(shop, data) ?? [],
    options: options.map((name) => ({ id: newId("opt"), title: name })),
    variants: [],
  };
}

function changedProduct(shop: CatalogueDraft, known: ProductSnapshot, data: ProductData): ProductSnapshot {
  const collection_id = collectionOf(shop, data, known.product.collection_id);
  return {
    ...known,
    product: withChanges(known.product, { ...data.fields, handle: data.handle, collection_id }),
    type: data.type ?? known.type,
    tags:
      data.tags === undefined || hasSameTags(tagsOf(known.tags.join(",")), data.tags)
        ? known.tags
        : data.tags,
    images: data.images ?? known.images,
    channels: channelsOf(shop, data) ?? known.channels,
    categories: categoriesOf(shop, data) ?? known.categories,
  };
}

/** A tag with a comma is split in a file; that alone is no change. */
const hasSameTags = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && [...a].sort().join() === [...b].sort().join();

function collectionOf(shop: CatalogueDraft, { collection }: ProductData, current: string | null) {
  if (!collection) return undefined;
  return resolveReference(shop.references.collections, collection, { label: "Collection", current });
}

const channelsOf = (shop: CatalogueDraft, { channels }: ProductData) =>
  channels?.map((each) => resolveReference(shop.references.channels, each, { label: "Sales channel" }));

const categoriesOf = (shop: CatalogueDraft, { categories }: ProductData) =>
  categories?.map((each) =>
    resolveReference(shop.references.categories, each, { label: "Product category" }),
  );

/** Finds by id or handle, or else by name; of several with the same name the current one, or else the oldest. */
function resolveReference(
  things: readonly NamedEntity[],
  named: EntityName,
  { label, current = null }: { label: string; current?: string | null },
): string {
  const byKey = things.find(
    ({ id, handle }) => id === named.id || (named.handle !== undefined && handle === named.handle),
  );
  const canBeNamed = named.handle === undefined;
  const byName = canBeNamed ? things.filter(({ name }) => name === named.name) : [];
  const thing = byKey ?? byName.find(({ id }) => id === current) ?? byName[0];
  if (!thing) throw new Refusal("not_found", `${label} ${nameOf(named)} was not found`);
  return thing.id;
}
