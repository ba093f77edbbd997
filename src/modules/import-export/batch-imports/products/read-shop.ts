import type { Connection } from "../../../../db/database.ts";
import {
  findCoded,
  findDefaultChannel,
  findProductsNamed,
  type RegionCurrencies,
  readKnownProducts,
} from "../../../catalogue/products/index.ts";
import type { RowGroup } from "../engine/row-groups.ts";
import { KnownShop, type Memory } from "./known-shop.ts";
import type { ProductLayout } from "./product-layout.ts";
import { findSurroundings } from "./surroundings-store.ts";

interface Reading {
  layout: ProductLayout;
  regions: RegionCurrencies;
  groups: readonly RowGroup[];
  /** Of a rehearsal; otherwise the products are locked, as they will be changed. */
  memory: Memory | null;
}

/** Everything that the groups name, in a few statements. */
export async function readShop(
  on: Connection,
  { layout, regions, groups, memory }: Reading,
): Promise<KnownShop> {
  const { header } = layout;
  const firsts = groups.map(({ rows }) => rows[0]!);
  const all = groups.flatMap(({ rows }) => rows);
  const valuesOf = (rows: typeof all, ...names: string[]) => [
    ...new Set(rows.flatMap(({ cells }) => names.flatMap((name) => header.cell(cells, name).trim() || []))),
  ];
  const many = (numbers: readonly number[], name: (number: number) => string) =>
    valuesOf(firsts, ...numbers.map(name));
  const channel = await findDefaultChannel(on);
  const found = await findSurroundings(on, {
    collectionHandles: valuesOf(firsts, "Product Collection Handle"),
    collectionTitles: valuesOf(firsts, "Product Collection Title"),
    channelIds: many(layout.channels, (number) => `Sales Channel ${number} Id`),
    channelNames: many(layout.channels, (number) => `Sales Channel ${number} Name`),
    categoryHandles: many(layout.categories, (number) => `Product Category ${number} Handle`),
    categoryNames: many(layout.categories, (number) => `Product Category ${number} Name`),
  });
  const shop = new KnownShop({ ...found, regions, defaultChannel: channel }, memory);
  const named = { ids: valuesOf(firsts, "Product Id"), handles: valuesOf(firsts, "Product Handle") };
  const ids: string[] = [];
  for (const { id, handle } of await findProductsNamed(on, named, memory === null)) {
    ids.push(id);
    if (handle) shop.handles.set(handle, id);
  }
  for (const product of await readKnownProducts(on, ids)) shop.before.set(product.product.id, product);
  // After the products are locked, so that the codes of their variants cannot change any more.
  const codes = { skus: valuesOf(all, "Variant SKU"), barcodes: valuesOf(all, "Variant Barcode") };
  for (const { id, sku, barcode } of await findCoded(on, codes)) {
    if (sku) shop.codes.sku.set(sku, id);
    if (barcode) shop.codes.barcode.set(barcode, id);
  }
  if (memory) remember(shop, memory, { ...named, ...codes });
  return shop;
}

interface NamedHere {
  ids: string[];
  handles: string[];
  skus: string[];
  barcodes: string[];
}

/** What earlier rows would have changed takes the place of what is there. */
function remember(shop: KnownShop, memory: Memory, { ids, handles, skus, barcodes }: NamedHere): void {
  const lay = <Value>(values: readonly string[], from: Map<string, Value>, to: Map<string, Value>) => {
    for (const value of values) {
      const known = from.get(value);
      if (known !== undefined) to.set(value, known);
    }
  };
  lay(handles, memory.handles, shop.handles);
  lay(skus, memory.codes.sku, shop.codes.sku);
  lay(barcodes, memory.codes.barcode, shop.codes.barcode);
  const owners = handles.flatMap((handle) => shop.handles.get(handle) ?? []);
  lay([...ids, ...owners], memory.products, shop.after);
}
