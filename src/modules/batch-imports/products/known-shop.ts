import type { KnownProduct, RegionCurrencies } from "../../products/index.ts";

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
  /** Handles and ids that come again later in the file. */
  repeated: ReadonlySet<string>;
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
        if (freed && this.ownerOf(code, freed) === variantId) this.setCode(code, freed, null);
      }
      for (const variant of changed) {
        const value = variant[code];
        if (value) this.setCode(code, value, variant.id);
      }
    }
    const { memory } = this;
    if (memory?.repeated.has(id) || (handle && memory?.repeated.has(handle))) memory!.products.set(id, next);
  }

  private setHandle(handle: string, id: string | null): void {
    this.handles.set(handle, id);
    this.memory?.handles.set(handle, id);
  }

  private setCode(code: Code, value: string, variantId: string | null): void {
    this.codes[code].set(value, variantId);
    this.memory?.codes[code].set(value, variantId);
  }
}
