import type { Tx } from "../../../../db/database.ts";
import { announceAll, type NewEvent } from "../../../../events/define-events.ts";
import { channelsOfProducts } from "../../../shop/sales-channels/index.ts";
import { addVariantItems, type ChangeReason } from "../../../stock/inventory/index.ts";
import { categoriesOfProducts } from "../../categories/index.ts";
import { deleteVariantPrices, saveVariantPrices } from "../../pricing/index.ts";
import { productEvents } from "../events.ts";
import { saveValues } from "../product-content-store.ts";
import {
  findOrCreateImages,
  findOrCreateTags,
  findOrCreateTypes,
  imagesOfProducts,
  profilesOfProducts,
  tagsOfProducts,
} from "../product-links-store.ts";
import { lockDefaultProfileShared } from "../product-references-store.ts";
import type { ProductDifference } from "../product-snapshot.ts";
import { insertAllOptions, insertProducts, saveProducts } from "../product-snapshot-store.ts";
import { insertVariants, saveVariants } from "../variant-store.ts";

type FindOrCreate = (tx: Tx, names: readonly string[]) => Promise<string[]>;

/** Writes the differences with a fixed number of statements. The caller has locked the products. */
export async function saveProductDifferences(
  tx: Tx,
  all: readonly ProductDifference[],
  why: ChangeReason,
): Promise<void> {
  await saveRows(tx, all);
  await insertAllOptions(
    tx,
    all.flatMap(({ id, options }) => options.map((option) => ({ ...option, product_id: id }))),
  );
  await saveLinks(tx, all);
  const inserted = all.flatMap((each) => each.inserted);
  await saveVariants(
    tx,
    all.flatMap((each) => each.updated),
    why,
  );
  await insertVariants(tx, inserted);
  await saveValues(
    tx,
    all.flatMap((each) => each.values),
  );
  await deleteVariantPrices(
    tx,
    all.flatMap((each) => each.removedPrices),
  );
  await saveVariantPrices(
    tx,
    all.flatMap((each) => each.prices),
  );
  await addVariantItems(
    tx,
    inserted.filter((variant) => variant.manage_inventory),
  );
  await announceAll(tx, all.flatMap(eventsOf));
}

async function saveRows(tx: Tx, all: readonly ProductDifference[]): Promise<void> {
  const withProduct = all.filter(({ product }) => product !== null);
  const types = await idsByName(
    tx,
    findOrCreateTypes,
    withProduct.flatMap(({ type }) => type ?? []),
  );
  const rows = withProduct.map(({ product, type, isNew, fields }) => {
    // If several types have the same value, an unchanged product keeps its type.
    const isTypeUnchanged = !isNew && !fields.includes("type");
    return {
      isNew,
      row: isTypeUnchanged ? product! : { ...product!, type_id: type === null ? null : types.get(type)! },
    };
  });
  await saveProducts(
    tx,
    rows.flatMap(({ isNew, row }) => (isNew ? [] : row)),
  );
  await insertProducts(
    tx,
    rows.flatMap(({ isNew, row }) => (isNew ? row : [])),
  );
}

async function saveLinks(tx: Tx, all: readonly ProductDifference[]): Promise<void> {
  const tags = await idsByName(
    tx,
    findOrCreateTags,
    all.flatMap((each) => each.tags ?? []),
  );
  const images = await idsByName(
    tx,
    findOrCreateImages,
    all.flatMap((each) => each.images ?? []),
  );
  for (const areNew of [true, false]) {
    const some = all.filter((each) => each.isNew === areNew);
    const linked = (
      idsOf: (each: ProductDifference) => readonly string[] | null,
    ): ReadonlyMap<string, readonly string[]> =>
      new Map(
        some.flatMap((each) => {
          const ids = idsOf(each);
          return ids ? [[each.id, ids] as const] : [];
        }),
      );
    const put = areNew ? "addAll" : "replaceAll";
    await channelsOfProducts[put](
      tx,
      linked(({ channels }) => channels),
    );
    await categoriesOfProducts[put](
      tx,
      linked(({ categories }) => categories),
    );
    await tagsOfProducts[put](
      tx,
      linked((each) => each.tags?.map((name) => tags.get(name)!) ?? null),
    );
    await imagesOfProducts[put](
      tx,
      linked((each) => each.images?.map((url) => images.get(url)!) ?? null),
    );
  }
  await addDefaultProfile(
    tx,
    all.filter(({ isNew }) => isNew),
  );
}

async function addDefaultProfile(tx: Tx, added: readonly ProductDifference[]): Promise<void> {
  if (added.length === 0) return;
  const profile = await lockDefaultProfileShared(tx, { isGiftCard: false });
  if (!profile) return;
  await profilesOfProducts.addAll(tx, new Map(added.map(({ id }) => [id, [profile]])));
}

async function idsByName(tx: Tx, find: FindOrCreate, sent: readonly string[]): Promise<Map<string, string>> {
  const names = [...new Set(sent)];
  const ids = await find(tx, names);
  return new Map(names.map((name, index) => [name, ids[index]!]));
}

function eventsOf({ id, isNew, fields, inserted, changes }: ProductDifference): NewEvent[] {
  const ofProduct = isNew
    ? [productEvents.of("product.created", { id })]
    : [productEvents.of("product.updated", { id, fields })];
  return [
    ...(isNew || fields.length > 0 ? ofProduct : []),
    ...inserted.map((variant) =>
      productEvents.of("product-variant.created", { id: variant.id, product_id: id }),
    ),
    ...changes.map((data) => productEvents.of("product-variant.updated", data)),
  ];
}
