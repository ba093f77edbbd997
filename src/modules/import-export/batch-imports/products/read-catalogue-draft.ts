import type { Connection } from "../../../../db/database.ts";
import {
  findDefaultChannel,
  findProductsByIdOrHandle,
  findVariantsByCode,
  type RegionCurrencies,
  readProductSnapshots,
} from "../../../catalogue/products/index.ts";
import type { RowGroup } from "../engine/row-groups.ts";
import { CatalogueDraft, type SimulatedChanges } from "./catalogue-draft.ts";
import { findReferences } from "./catalogue-references-store.ts";
import type { ProductLayout } from "./product-layout.ts";

interface DraftRead {
  layout: ProductLayout;
  regions: RegionCurrencies;
  groups: readonly RowGroup[];
  /** Only in a simulation. Otherwise the products are locked, because they will be changed. */
  simulation: SimulatedChanges | null;
}

/** Reads everything that the groups refer to, with a fixed number of statements. */
export async function readCatalogueDraft(
  on: Connection,
  { layout, regions, groups, simulation }: DraftRead,
): Promise<CatalogueDraft> {
  const { header } = layout;
  const firsts = groups.map(({ rows }) => rows[0]!);
  const all = groups.flatMap(({ rows }) => rows);
  const valuesOf = (rows: typeof all, ...names: string[]) => [
    ...new Set(rows.flatMap(({ cells }) => names.flatMap((name) => header.cell(cells, name).trim() || []))),
  ];
  const many = (numbers: readonly number[], name: (number: number) => string) =>
    valuesOf(firsts, ...numbers.map(name));
  const channel = await findDefaultChannel(on);
  const found = await findReferences(on, {
    collectionHandles: valuesOf(firsts, "Product Collection Handle"),
    collectionTitles: valuesOf(firsts, "Product Collection Title"),
    channelIds: many(layout.channels, (number) => `Sales Channel ${number} Id`),
    channelNames: many(layout.channels, (number) => `Sales Channel ${number} Name`),
    categoryHandles: many(layout.categories, (number) => `Product Category ${number} Handle`),
    categoryNames: many(layout.categories, (number) => `Product Category ${number} Name`),
  });
  const draft = new CatalogueDraft({ ...found, regions, defaultChannel: channel }, simulation);
  const named = { ids: valuesOf(firsts, "Product Id"), handles: valuesOf(firsts, "Product Handle") };
  const ids: string[] = [];
  for (const { id, handle } of await findProductsByIdOrHandle(on, named, simulation === null)) {
    ids.push(id);
    if (handle) draft.handles.set(handle, id);
  }
  for (const product of await readProductSnapshots(on, ids)) draft.before.set(product.product.id, product);
  // After the products are locked, so that the codes of their variants cannot change.
  const codes = { skus: valuesOf(all, "Variant SKU"), barcodes: valuesOf(all, "Variant Barcode") };
  for (const { id, sku, barcode } of await findVariantsByCode(on, codes)) {
    if (sku) draft.codes.sku.set(sku, id);
    if (barcode) draft.codes.barcode.set(barcode, id);
  }
  if (simulation) applySimulatedChanges(draft, simulation, { ...named, ...codes });
  return draft;
}

interface NamesInChunk {
  ids: string[];
  handles: string[];
  skus: string[];
  barcodes: string[];
}

/** Replaces stored data by the changes of earlier rows. */
function applySimulatedChanges(
  draft: CatalogueDraft,
  simulation: SimulatedChanges,
  { ids, handles, skus, barcodes }: NamesInChunk,
): void {
  const copyKnown = <Value>(values: readonly string[], from: Map<string, Value>, to: Map<string, Value>) => {
    for (const value of values) {
      const known = from.get(value);
      if (known !== undefined) to.set(value, known);
    }
  };
  copyKnown(handles, simulation.handles, draft.handles);
  copyKnown(skus, simulation.codes.sku, draft.codes.sku);
  copyKnown(barcodes, simulation.codes.barcode, draft.codes.barcode);
  const owners = handles.flatMap((handle) => draft.handles.get(handle) ?? []);
  copyKnown([...ids, ...owners], simulation.products, draft.after);
}
