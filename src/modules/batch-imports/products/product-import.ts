import { differenceOf, saveKnownProducts } from "../../products/index.ts";
import { readMarket } from "../csv/market-store.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { fileContext } from "../engine/file-context.ts";
import { type Importer, importType, type Opening } from "../engine/import-type.ts";
import type { KnownShop, Memory } from "./known-shop.ts";
import { planProduct, productOperations } from "./plan-product.ts";
import { type ProductLayout, productLayout } from "./product-layout.ts";
import { handleOf, productIdOf } from "./product-row.ts";
import { readShop } from "./read-shop.ts";

type Difference = ReturnType<typeof differenceOf>;

/** Products with their variants, a row for each variant, in the columns of the product export. */
export const productImport = importType<Difference>({
  id: "product-import",
  operations: productOperations,
  checkedContext: async (_, context) => fileContext(context),
  open: openProducts,
  stat: (operations) => ({
    key: "product-import-count",
    name: "Products/variants to import",
    message:
      `There will be ${operations["PRODUCT_CREATE"]} products created (${operations["PRODUCT_UPDATE"]} updated).\n ` +
      `${operations["VARIANT_CREATE"]} variants will be created and ${operations["VARIANT_UPDATE"]} variants updated`,
  }),
});

async function openProducts({ deps, header, isRehearsal }: Opening): Promise<Importer<Difference>> {
  const market = await readMarket(deps.db);
  const layout = productLayout(header, market);
  const regions = Object.fromEntries(market.regions.map(({ id, currency_code }) => [id, currency_code]));
  const seen = new Sightings(layout);
  const memory: Memory | null = isRehearsal
    ? {
        products: new Map(),
        handles: new Map(),
        codes: { sku: new Map(), barcode: new Map() },
        repeated: seen.repeated,
      }
    : null;
  return {
    // A row without a handle belongs to no other.
    keyOf: ({ number, cells }) => handleOf(layout, cells) || `\0no handle ${number}`,
    look: (row) => {
      if (isRehearsal) seen.look(row);
    },
    plan: async (on, groups) => {
      const shop = await readShop(on, { layout, regions, groups, memory });
      const outcomes = groups.map((group) => planProduct(shop, layout, group));
      return withDifferences(shop, outcomes);
    },
    save: saveKnownProducts,
  };
}

/** A product that several groups of a chunk are about is written once, with the last of them. */
function withDifferences(shop: KnownShop, outcomes: ReturnType<typeof planProduct>[]) {
  const written = new Set<string>();
  return outcomes
    .reverse()
    .map((outcome) => {
      const { plan: id } = outcome;
      if (id === null || written.has(id)) return { ...outcome, plan: null };
      written.add(id);
      return { ...outcome, plan: differenceOf(shop.before.get(id) ?? null, shop.after.get(id)!) };
    })
    .reverse();
}

/** Finds out which products come again later in the file. */
class Sightings {
  readonly repeated = new Set<string>();
  private readonly seen = new Set<string>();
  private last = "";

  constructor(private readonly layout: ProductLayout) {}

  look({ cells }: CsvRow): void {
    const handle = handleOf(this.layout, cells);
    if (handle === this.last) return;
    this.last = handle;
    for (const name of [handle, productIdOf(this.layout, cells)]) {
      if (name === "") continue;
      if (this.seen.has(name)) this.repeated.add(name);
      this.seen.add(name);
    }
  }
}
