import type { KnownProduct, RegionCurrencies } from "../../../catalogue/products/index.ts";
import type { Sightings } from "../engine/sightings.ts";

export interface NamedThing {
  id: string;
  handle?: string | null;
  name: string;
}

/** What products may belong to. */
export interface Surroundings {
  collections: readonly NamedThing[];
  channels: readonly NamedThing[];
  categories: readonly NamedThing[];
  regions: RegionCurrencies;
  defaultChannel: string | null;
}

type Code = "sku" | "barcode";

/** Changes that a rehearsal has to keep in mind, as nothing is written. */
export interface Memory {
  products: Map<string, KnownProduct>;
  /** Null: nobody's any more. */
  handles: Map<string, string | null>;
  codes: Record<Code, Map<string, string | null>>;
  /** What comes again in the file: nothing else has to be kept in mind. */
  sightings: Sightings;
}

/** The part of the shop that some rows are about, and what becomes of it row by row. */
export class KnownShop {
  /** As it is in the database. */
  readonly before = new Map<string, KnownProduct>();
  readonly after = new Map<string, KnownProduct>();
  readonly handles = new Map<string, string | null>();
  readonly codes: Record<Code, Map<string, string | null>> = { sku: new Map(), barcode: new Map() };

  constructor(
    readonly surroundings: Surroundings,
    private readonly memory: Memory | null,
  ) {}

  findProduct(id: string): KnownProduct | undefined {
    return this.after.get(id) ?? this.before.get(id);
  }

  ownerOf(code: Code, value: string): string | null {
    return this.codes[code].get(value) ?? null;
  }

  /** From now on the product is like this. */
  put(next: KnownProduct): void {
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
        // A code that no row of the chunk names is not known here, and still the variant's.
        if (freed && (this.codes[code].get(freed) ?? variantId) === variantId)
          this.setCode(code, freed, null);
      }
      for (const variant of changed) {
        const value = variant[code];
        if (value) this.setCode(code, value, variant.id);
      }
    }
    this.keepInMind(next);
  }

  private keepInMind(product: KnownProduct): void {
    const { id, handle } = product.product;
    const sightings = this.memory?.sightings;
    if (sightings?.isRepeated("product", id) || sightings?.isRepeated("handle", handle ?? "")) {
      this.memory!.products.set(id, product);
    }
  }

  // What is free from now on may be taken by any later row.
  private setHandle(handle: string, id: string | null): void {
    this.handles.set(handle, id);
    if (id === null || this.memory?.sightings.isRepeated("handle", handle))
      this.memory?.handles.set(handle, id);
  }

  private setCode(code: Code, value: string, variantId: string | null): void {
    this.codes[code].set(value, variantId);
    if (variantId === null || this.memory?.sightings.isRepeated(code, value)) {
      this.memory?.codes[code].set(value, variantId);
    }
  }
}
