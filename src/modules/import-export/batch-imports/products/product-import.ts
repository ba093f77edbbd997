import {
  productDifference,
  saveImportedFields,
  saveProductDifferences,
} from "../../../catalogue/products/index.ts";
import {
  findNamedLocations,
  setVariantStock,
  type VariantStockSetting,
} from "../../../stock/inventory/index.ts";
import { productImportMessage } from "../../v1-shapes.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { checkedFileContext } from "../engine/import-file.ts";
import { importType } from "../engine/import-type.ts";
import type { ImportContext, Importer } from "../engine/importer.ts";
import { RepeatedKeys } from "../engine/repeated-keys.ts";
import { readMarket } from "../import-references-store.ts";
import { type CatalogueDraft, readCatalogueDraft, type SimulatedChanges } from "./catalogue-draft.ts";
import type { ImportedFields } from "./imported-fields.ts";
import { planProduct, productOperations } from "./plan-product.ts";
import {
  type PlannedPresentation,
  savePlannedPresentations,
  storedPresentations,
} from "./presentation-columns.ts";
import { type ProductLayout, productLayout } from "./product-layout.ts";
import { handleOf, productIdOf } from "./product-row.ts";

interface ProductPlan {
  difference: ReturnType<typeof productDifference>;
  stock: VariantStockSetting[];
  presentation: PlannedPresentation | null;
  custom: ImportedFields[];
}

/** Imports products from the columns of the product export. One row for each variant. */
export const productImport = importType<ProductPlan>({
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
    "inventory_level",
  ],
  checkedContext: async (_, context) => checkedFileContext(context),
  open: openProducts,
  stat: (operations) => ({
    key: "product-import-count",
    name: "Products/variants to import",
    message: productImportMessage(operations),
  }),
});

async function openProducts({
  deps,
  job,
  header,
  isSimulation,
}: ImportContext): Promise<Importer<ProductPlan>> {
  const market = await readMarket(deps.db);
  const locations = await findNamedLocations(deps.db);
  const { fields } = deps.graph.registry;
  await fields.refresh();
  const layout = productLayout(header, { ...market, locations, fields });
  const regions = Object.fromEntries(market.regions.map(({ id, currency_code }) => [id, currency_code]));
  const repeatedKeys = new RepeatedKeys();
  const simulation: SimulatedChanges | null = isSimulation
    ? {
        products: new Map(),
        handles: new Map(),
        codes: { sku: new Map(), barcode: new Map() },
        stock: new Map(),
        repeatedKeys,
      }
    : null;
  return {
    // A row without a handle is a group of its own.
    keyOf: ({ number, cells }) => handleOf(layout, cells) || `\0no handle ${number}`,
    scan: rowScanner(layout, isSimulation ? repeatedKeys : null),
    plan: async (on, groups) => {
      const shop = await readCatalogueDraft(on, {
        layout,
        regions,
        locations,
        groups,
        simulation,
        rules: deps.providers.rules,
      });
      const outcomes = groups.map((group) => planProduct(shop, layout, group));
      return simulation ? withoutPlans(outcomes) : withDifferences(shop, outcomes);
    },
    async save(tx, plans) {
      const why = { reason: "import", subjectId: job.id, userId: job.createdBy } as const;
      const presentations = plans.flatMap(({ presentation }) => presentation ?? []);
      const stored = await storedPresentations(tx, presentations);
      const differences = plans.map(({ difference }) => difference);
      await saveProductDifferences(tx, differences, why);
      const stock = plans.flatMap((plan) => plan.stock);
      await setVariantStock(tx, stock, why);
      await savePlannedPresentations(tx, presentations, stored);
      await saveImportedFields(
        tx,
        plans.flatMap(({ custom }) => custom),
      );
    },
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
      const product = shop.after.get(id)!;
      const difference = productDifference(shop.before.get(id) ?? null, product);
      const stock = product.variants.flatMap((variant) =>
        shop.stock
          .changedLevels(variant.id)
          .map((level) => ({ ...level, variantId: variant.id, sku: variant.sku })),
      );
      const presentation = shop.presentations.get(id) ?? null;
      const custom = [...shop.custom.values()].filter(({ productId }) => productId === id);
      return { ...outcome, plan: { difference, stock, presentation, custom } };
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
