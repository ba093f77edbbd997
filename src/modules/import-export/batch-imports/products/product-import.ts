import { differenceOf, saveKnownProducts } from "../../../catalogue/products/index.ts";
import { readMarket } from "../csv/market-store.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { fileContext } from "../engine/file-context.ts";
import { importType } from "../engine/import-type.ts";
import type { Importer, Opening } from "../engine/importer.ts";
import { Sightings } from "../engine/sightings.ts";
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
  tables: [
    "product",
    "product_variant",
    "product_option",
    "product_option_value",
    "money_amount",
    "product_variant_money_amount",
    "product_tags",
    "product_images",
    "image",
    "product_sales_channel",
    "product_shipping_profile",
    "inventory_item",
    "product_variant_inventory_item",
  ],
  checkedContext: async (_, context) => fileContext(context),
  open: openProducts,
  stat: (operations) => ({
    key: "product-import-count",
    name: "Products/variants to import",
    message:
      // To the blank as v1 writes it.
      `There will be ${operations.PRODUCT_CREATE} products created (${operations.PRODUCT_UPDATE}  updated).\n` +
      `             ${operations.VARIANT_CREATE} variants will be created and ${operations.VARIANT_UPDATE} updated`,
  }),
});

async function openProducts({ deps, header, isRehearsal }: Opening): Promise<Importer<Difference>> {
  const market = await readMarket(deps.db);
  const layout = productLayout(header, market);
  const regions = Object.fromEntries(market.regions.map(({ id, currency_code }) => [id, currency_code]));
  const sightings = new Sightings();
  const memory: Memory | null = isRehearsal
    ? {
        products: new Map(),
        handles: new Map(),
        codes: { sku: new Map(), barcode: new Map() },
        sightings,
      }
    : null;
  return {
    // A row without a handle belongs to no other.
    keyOf: ({ number, cells }) => handleOf(layout, cells) || `\0no handle ${number}`,
    look: looking(layout, isRehearsal ? sightings : null),
    plan: async (on, groups) => {
      const shop = await readShop(on, { layout, regions, groups, memory });
      const outcomes = groups.map((group) => planProduct(shop, layout, group));
      return memory ? withoutPlans(outcomes) : withDifferences(shop, outcomes);
    },
    save: saveKnownProducts,
  };
}

/** Nothing is written in a rehearsal. */
const withoutPlans = (outcomes: ReturnType<typeof planProduct>[]) =>
  outcomes.map((outcome) => ({ ...outcome, plan: null }));

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

/**
 * What a row says is to be done: whether it names ids decides, as in v1. Before a rehearsal it also notes what later rows
 * may be about, too. Rows of a product that follow each other are dealt with together.
 */
function looking(layout: ProductLayout, sightings: Sightings | null): (row: CsvRow) => string[] {
  let last = "";
  return ({ cells }) => {
    const cell = (name: string) => layout.header.cell(cells, name).trim();
    const variant = cell("Variant Id") === "" ? "VARIANT_CREATE" : "VARIANT_UPDATE";
    const handle = handleOf(layout, cells);
    sightings?.note("sku", cell("Variant SKU"));
    sightings?.note("barcode", cell("Variant Barcode"));
    if (handle === last) return [variant];
    last = handle;
    const id = productIdOf(layout, cells);
    sightings?.note("handle", handle);
    sightings?.note("product", id);
    return [id === "" ? "PRODUCT_CREATE" : "PRODUCT_UPDATE", variant];
  };
}
