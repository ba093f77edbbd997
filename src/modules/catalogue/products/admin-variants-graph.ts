import type { Filter } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";
import type { RequestedSelection } from "../../../graph/selection.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";
import { stockForAdmin, withAvailableStock } from "../../stock/inventory/index.ts";
import {
  checkedPriceFacts,
  variantPriceReads,
  withoutInternal,
  withVariantPrices,
} from "../pricing/index.ts";
import { adminVariantPage } from "../v1-shapes.ts";
import { variantsMentioning } from "./product-conditions-graph.ts";
import { variantNotFound } from "./variant.ts";
import { adminVariant, adminVariants, inventoryOfVariant, variantsOfProduct } from "./variant-schemas.ts";

interface VariantsQuery {
  q?: string;
  region_id?: string;
  currency_code?: string;
  cart_id?: string;
  customer_id?: string;
  expand?: string;
}

interface ReadContext {
  graph: Graph;
  config: { maxLimit: number };
  providers: { rules: Rules };
}

const searchFilter = ({ q }: VariantsQuery): Filter[] => (q ? [variantsMentioning(q)] : []);

/** A page of the variants of a product, with their stored prices. */
export async function listVariantsOfProduct(
  { graph, config }: Omit<ReadContext, "providers">,
  productId: string,
  query: VariantsQuery,
) {
  const ofProduct: Filter = { kind: "equals", column: "product_id", value: productId };
  const { rows, ...paging } = await variantsOfProduct.read(graph, query, {
    maxLimit: config.maxLimit,
    also: [ofProduct, ...searchFilter(query)],
    extras: [stockForAdmin.ofVariants],
  });
  return { variants: withAvailableStock(rows).map(withoutInternal), ...paging };
}

/** A page of variants with the prices for the market and customer of the query. */
export async function listAdminVariants({ graph, config, providers }: ReadContext, query: VariantsQuery) {
  const { region_id, currency_code, cart_id, customer_id, expand } = query;
  const priceQuery = { region_id, currency_code, cart_id, customerId: customer_id, rules: providers.rules };
  const reads = variantPriceReads(priceQuery);
  const { page, context } = await adminVariants.readInContext(graph, query, {
    maxLimit: config.maxLimit,
    also: searchFilter(query),
    ...reads,
    extras: [...reads.extras, stockForAdmin.ofVariants],
  });
  const facts = checkedPriceFacts(context, priceQuery);
  const variants = withAvailableStock(page.rows);
  return adminVariantPage(
    withVariantPrices(variants, { facts, audience: "admin-variant-list", expand }),
    page,
  );
}

export async function findAdminVariant(graph: Graph, id: string, selection: RequestedSelection) {
  const row = await graph.find(adminVariant, id, { ...selection, extras: [stockForAdmin.ofVariants] });
  if (!row) throw variantNotFound(id);
  const pricing = { facts: null, audience: "admin-product" as const, expand: selection.expand };
  return withVariantPrices(withAvailableStock([row]), pricing)[0]!;
}

export async function findInventoryOfVariant(graph: Graph, id: string) {
  const variant = await graph.find(inventoryOfVariant, id);
  if (!variant) throw variantNotFound(id);
  return variant;
}
