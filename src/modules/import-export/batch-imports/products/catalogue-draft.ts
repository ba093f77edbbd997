import type { ProductSnapshot, RegionCurrencies } from "../../../catalogue/products/index.ts";
import type { RepeatedKeys } from "../engine/repeated-keys.ts";

export interface NamedEntity {
  id: string;
  handle?: string | null;
  name: string;
}

/** The entities that imported products may refer to. */
export interface CatalogueReferences {
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
  /** The keys that appear again in the file; only their changes are tracked. */
  repeatedKeys: RepeatedKeys;
}

/** The products of a chunk of rows, in their state before and after the rows. */
export class CatalogueDraft {
  /** The stored products. */
  readonly before = new Map<string, ProductSnapshot>();
  readonly after = new Map<string, ProductSnapshot>();
  readonly handles = new Map<string, string | null>();
  readonly codes: Record<Code, Map<string, string | null>> = { sku: new Map(), barcode: new Map() };

  constructor(
    readonly references: CatalogueReferences,
    private readonly simulation: SimulatedChanges | null,
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
