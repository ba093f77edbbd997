import type { Connection, Tx } from "../../../../db/database.ts";
import type { Rules } from "../../../../plugins/rules/rules.ts";
import {
  findDefaultChannel,
  findProductsByIdOrHandle,
  findVariantsByCode,
  type ProductSnapshot,
  type RegionCurrencies,
  readProductSnapshots,
} from "../../../catalogue/products/index.ts";
import { lockVariantItems, type NamedLocation, readVariantItems } from "../../../stock/inventory/index.ts";
import type { RepeatedKeys } from "../engine/repeated-keys.ts";
import type { RowGroup } from "../engine/row-groups.ts";
import { findReferences, type NamedEntity } from "../import-references-store.ts";
import type { ImportedFields } from "./imported-fields.ts";
import { LocatedStock } from "./located-stock.ts";
import type { PlannedPresentation } from "./presentation-columns.ts";
import type { ProductLayout } from "./product-layout.ts";

/** The entities that imported products may refer to. */
interface CatalogueReferences {
  collections: readonly NamedEntity[];
  channels: readonly NamedEntity[];
  categories: readonly NamedEntity[];
  regions: RegionCurrencies;
  defaultChannel: string | null;
}

type Code = "sku" | "barcode";

/** The changes of a simulation, which writes nothing to the database. */
export interface SimulatedChanges {
  products: Map<string, ProductSnapshot>;
  /** Product ids by handle; null: the handle became free. */
  handles: Map<string, string | null>;
  codes: Record<Code, Map<string, string | null>>;
  /** By variant. */
  stock: Map<string, ReadonlyMap<string, number>>;
  /** The keys that appear again in the file; only their changes are tracked. */
  repeatedKeys: RepeatedKeys;
}

/** The products of a chunk of rows, in their state before and after the rows. */
export class CatalogueDraft {
  /** The stored products. */
  readonly before = new Map<string, ProductSnapshot>();
  readonly after = new Map<string, ProductSnapshot>();
  readonly handles = new Map<string, string | null>();
  /** What is stored beside products, by their ids. */
  readonly presentations = new Map<string, PlannedPresentation>();
  /** Fields of the shop, by the id of the product or variant. */
  readonly custom = new Map<string, ImportedFields>();
  readonly codes: Record<Code, Map<string, string | null>> = { sku: new Map(), barcode: new Map() };

  constructor(
    readonly references: CatalogueReferences,
    private readonly simulation: SimulatedChanges | null,
    readonly stock: LocatedStock,
    /** Those of plugins, for each product. */
    readonly rules: Rules,
  ) {}

  findProduct(id: string): ProductSnapshot | undefined {
    return this.after.get(id) ?? this.before.get(id);
  }

  ownerOf(code: Code, value: string): string | null {
    return this.codes[code].get(value) ?? null;
  }

  /** Sets the new state of a product. */
  put(next: ProductSnapshot): void {
    const { id, handle } = next.product;
    const was = this.findProduct(id);
    this.after.set(id, next);
    if (was?.product.handle && was.product.handle !== handle) this.setHandle(was.product.handle, null);
    if (handle && was?.product.handle !== handle) this.setHandle(handle, id);
    const old = new Map(was?.variants.map((variant) => [variant.id, variant]));
    for (const code of ["sku", "barcode"] as const) {
      const changed = next.variants.filter((variant) => old.get(variant.id)?.[code] !== variant[code]);
      for (const { id: variantId } of changed) {
        const freed = old.get(variantId)?.[code];
        // A code that no row of the chunk contains is not loaded, and still belongs to the variant.
        if (freed && (this.codes[code].get(freed) ?? variantId) === variantId)
          this.setCode(code, freed, null);
      }
      for (const variant of changed) {
        const value = variant[code];
        if (value) this.setCode(code, value, variant.id);
      }
    }
    this.recordSimulated(next);
  }

  private recordSimulated(product: ProductSnapshot): void {
    const { id, handle } = product.product;
    const repeatedKeys = this.simulation?.repeatedKeys;
    if (repeatedKeys?.isRepeated("product", id) || repeatedKeys?.isRepeated("handle", handle ?? "")) {
      this.simulation!.products.set(id, product);
      for (const variant of product.variants) {
        const stock = this.stock.changeOf(variant.id);
        if (stock) this.simulation!.stock.set(variant.id, stock);
      }
    }
  }

  // Any later row may use a handle or code that becomes free.
  private setHandle(handle: string, id: string | null): void {
    this.handles.set(handle, id);
    if (id === null || this.simulation?.repeatedKeys.isRepeated("handle", handle))
      this.simulation?.handles.set(handle, id);
  }

  private setCode(code: Code, value: string, variantId: string | null): void {
    this.codes[code].set(value, variantId);
    if (variantId === null || this.simulation?.repeatedKeys.isRepeated(code, value)) {
      this.simulation?.codes[code].set(value, variantId);
    }
  }
}

interface DraftRead {
  layout: ProductLayout;
  regions: RegionCurrencies;
  locations: readonly NamedLocation[];
  groups: readonly RowGroup[];
  /** Only in a simulation. Otherwise the products are locked, because they will be changed. */
  simulation: SimulatedChanges | null;
  rules: Rules;
}

/** Reads everything that the groups refer to, with a fixed number of statements. */
export async function readCatalogueDraft(
  on: Connection,
  { layout, regions, locations, groups, simulation, rules }: DraftRead,
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
  const named = { ids: valuesOf(firsts, "Product Id"), handles: valuesOf(firsts, "Product Handle") };
  const products = await findProductsByIdOrHandle(on, named, simulation === null);
  const ids = products.map(({ id }) => id);
  const snapshots = await readProductSnapshots(on, ids);
  const stock = await readStock(on, { locations, snapshots, isLocking: simulation === null });
  const draft = new CatalogueDraft({ ...found, regions, defaultChannel: channel }, simulation, stock, rules);
  for (const { id, handle } of products) if (handle) draft.handles.set(handle, id);
  for (const product of snapshots) draft.before.set(product.product.id, product);
  // After the products are locked, so that the codes of their variants cannot change.
  const codes = { skus: valuesOf(all, "Variant SKU"), barcodes: valuesOf(all, "Variant Barcode") };
  for (const { id, sku, barcode } of await findVariantsByCode(on, codes)) {
    if (sku) draft.codes.sku.set(sku, id);
    if (barcode) draft.codes.barcode.set(barcode, id);
  }
  if (simulation) applySimulatedChanges(draft, simulation, { ...named, ...codes });
  return draft;
}

interface StockRead {
  locations: readonly NamedLocation[];
  snapshots: readonly ProductSnapshot[];
  isLocking: boolean;
}

/** A shop without locations has no such stock. */
async function readStock(on: Connection, { locations, snapshots, isLocking }: StockRead) {
  const ids = snapshots.flatMap(({ variants }) => variants.map(({ id }) => id));
  if (locations.length === 0 || ids.length === 0) return new LocatedStock(locations, new Map());
  // Only a simulation is not in a transaction.
  const items = isLocking ? await lockVariantItems(on as Tx, ids) : await readVariantItems(on, ids);
  return new LocatedStock(locations, items);
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
  draft.stock.addSimulated(simulation.stock);
  copyKnown(handles, simulation.handles, draft.handles);
  copyKnown(skus, simulation.codes.sku, draft.codes.sku);
  copyKnown(barcodes, simulation.codes.barcode, draft.codes.barcode);
  const owners = handles.flatMap((handle) => draft.handles.get(handle) ?? []);
  copyKnown([...ids, ...owners], simulation.products, draft.after);
}
