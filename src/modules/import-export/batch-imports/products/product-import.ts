import { productDifference, saveProductDifferences } from "../../../catalogue/products/index.ts";
import { productImportMessage } from "../../v1-shapes.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { checkedFileContext } from "../engine/import-file.ts";
import { importType } from "../engine/import-type.ts";
import type { ImportContext, Importer } from "../engine/importer.ts";
import { RepeatedKeys } from "../engine/repeated-keys.ts";
import { readMarket } from "../import-references-store.ts";
import { type CatalogueDraft, readCatalogueDraft, type SimulatedChanges } from "./catalogue-draft.ts";
import { planProduct, productOperations } from "./plan-product.ts";
import { type ProductLayout, productLayout } from "./product-layout.ts";
import { handleOf, productIdOf } from "./product-row.ts";

type Difference = ReturnType<typeof productDifference>;

/** Imports products from the columns of the product export. One row for each variant. */
export const productImport = importType<Difference>({
  id: "product-import",
  permission: "products:write",
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
  checkedContext: async (_, context) => checkedFileContext(context),
  open: openProducts,
  stat: (operations) => ({
    key: "product-import-count",
    name: "Products/variants to import",
    message: productImportMessage(operations),
  }),
});

async function openProducts({ deps, header, isSimulation }: ImportContext): Promise<Importer<Difference>> {
  const market = await readMarket(deps.db);
  const layout = productLayout(header, market);
  const regions = Object.fromEntries(market.regions.map(({ id, currency_code }) => [id, currency_code]));
  const repeatedKeys = new RepeatedKeys();
  const simulation: SimulatedChanges | null = isSimulation
    ? {
        products: new Map(),
        handles: new Map(),
        codes: { sku: new Map(), barcode: new Map() },
        repeatedKeys,
      }
    : null;
  return {
    // A row without a handle is a group of its own.
    keyOf: ({ number, cells }) => handleOf(layout, cells) || `\0no handle ${number}`,
    scan: rowScanner(layout, isSimulation ? repeatedKeys : null),
    plan: async (on, groups) => {
      const shop = await readCatalogueDraft(on, { layout, regions, groups, simulation });
      const outcomes = groups.map((group) => planProduct(shop, layout, group));
      return simulation ? withoutPlans(outcomes) : withDifferences(shop, outcomes);
    },
    save: saveProductDifferences,
  };
}

/** A simulation writes nothing. */
const withoutPlans = (outcomes: ReturnType<typeof planProduct>[]) =>
  outcomes.map((outcome) => ({ ...outcome, plan: null }));

/** A product with several groups in a chunk is written once, in the state after the last group. */
function withDifferences(shop: CatalogueDraft, outcomes: ReturnType<typeof planProduct>[]) {
  const written = new Set<string>();
  return outcomes
    .reverse()
    .map((outcome) => {
      const { plan: id } = outcome;
      if (id === null || written.has(id)) return { ...outcome, plan: null };
      written.add(id);
      return { ...outcome, plan: productDifference(shop.before.get(id) ?? null, shop.after.get(id)!) };
    })
    .reverse();
}

/**
 * Determines the operations of a row: as in v1, by whether it has ids. Before a simulation it also records the keys of the
 * rows. Consecutive rows of a product form a group.
 */
function rowScanner(layout: ProductLayout, repeatedKeys: RepeatedKeys | null): (row: CsvRow) => string[] {
  let last = "";
  return ({ cells }) => {
    const cell = (name: string) => layout.header.cell(cells, name).trim();
    const variant = cell("Variant Id") === "" ? "VARIANT_CREATE" : "VARIANT_UPDATE";
    const handle = handleOf(layout, cells);
    repeatedKeys?.record("sku", cell("Variant SKU"));
    repeatedKeys?.record("barcode", cell("Variant Barcode"));
    if (handle === last) return [variant];
    last = handle;
    const id = productIdOf(layout, cells);
    repeatedKeys?.record("handle", handle);
    repeatedKeys?.record("product", id);
    return [id === "" ? "PRODUCT_CREATE" : "PRODUCT_UPDATE", variant];
  };
}
