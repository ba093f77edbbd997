import { containing, type Filter } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";
import type { View, Wanted } from "../../../graph/selection.ts";
import { stockForAdmin, withStockShown } from "../../stock/inventory/index.ts";
import { stockVersionOfProducts, stockVersions } from "../catalogue-state/index.ts";
import { withoutInternal, withPrices } from "../pricing/index.ts";
import { unknownProduct } from "./product.ts";
import { inCategories, inCategoryTrees, mentions, soldIn } from "./product-conditions-graph.ts";
import {
  adminProduct,
  adminProducts,
  adminProductsWithoutPrices,
  adminProductWithoutPrices,
} from "./product-schemas.ts";
import { showsPrices, toAdminProduct } from "./product-view.ts";
import type { ProductRow } from "./storefront-prices-graph.ts";

interface ProductsQuery extends Wanted {
  q?: string;
  category_id?: string[];
  include_category_children?: boolean;
  sales_channel_id?: string[];
}

/** What is read of a product for an answer. */
export const shownProduct = (wanted: Wanted): { view: View; wanted: Wanted } => ({
  view: showsPrices(wanted.expand) ? adminProduct : adminProductWithoutPrices,
  wanted,
});

/** One product as administrators see it, in one statement. */
export const findAdminProduct = (graph: Graph, id: string, wanted: Wanted = {}) =>
  findProduct(graph, id, { wanted, extras: [stockForAdmin.ofProducts] });

/** The answer to a write: quantities as they are stored with the variants, as in v1, also where levels count. */
export const findWrittenProduct = (graph: Graph, id: string, wanted: Wanted = {}) =>
  findProduct(graph, id, { wanted, extras: [] });

interface Reading {
  wanted: Wanted;
  extras: (typeof stockForAdmin.ofProducts)[];
}

async function findProduct(graph: Graph, id: string, reading: Reading) {
  const { fields, expand } = reading.wanted;
  const { extras } = reading;
  if (!showsPrices(expand)) return findWithoutPrices(graph, id, { wanted: { fields, expand }, extras });
  const product = await graph.find(adminProduct, id, { fields, expand, extras });
  if (!product) throw unknownProduct(id);
  const [priced] = withPrices(withStockShown([product]), null, "keeper");
  return toAdminProduct(priced!, expand);
}

/** The answer to a write with prices as they are stored, where they are asked for. */
export const findUnpricedProduct = (graph: Graph, id: string, wanted: Wanted = {}) =>
  findWithoutPrices(graph, id, { wanted, extras: [] });

async function findWithoutPrices(graph: Graph, id: string, { wanted, extras }: Reading) {
  const product = await graph.find(adminProductWithoutPrices, id, { ...wanted, extras });
  if (!product) throw unknownProduct(id);
  const [shown] = withStockShown([product]).map(withoutInternal);
  return toAdminProduct(shown!, wanted.expand);
}

/** A page of products in two statements. */
export async function listAdminProducts(graph: Graph, query: unknown, { maxLimit }: { maxLimit: number }) {
  const asked = query as ProductsQuery;
  const isPriced = showsPrices(asked.expand);
  const list = isPriced ? adminProducts : adminProductsWithoutPrices;
  const { rows, ...paging } = await list.read(graph, asked.q ? searching(asked) : asked, {
    maxLimit,
    also: narrowed(asked),
    extras: [stockForAdmin.ofProducts, stockVersionOfProducts],
  });
  const stocked = withStockShown<ProductRow>(rows);
  const shown = isPriced ? withPrices(stocked, null, "keeper") : stocked.map(withoutInternal);
  const expand = asked.q ? undefined : asked.expand;
  const products = shown.map((product) => toAdminProduct(product, expand));
  return { answer: { products, ...paging }, ...stockVersions(rows) };
}

/** Whether it asks for nothing but what every list shows: further relations may lead anywhere, e.g. to orders. */
export function isAboutCatalogue(query: Wanted & { order?: string }): boolean {
  const { fields = "", expand = "", order = "" } = query;
  // Sorted by a relation, e.g. by the stock of variants, products that are not on the page count, too.
  if (order.includes(".")) return false;
  const shown: readonly string[] = ["", ...adminProduct.relations];
  const isShown = (path: string) => shown.includes(path);
  const parents = fields.split(",").map((field) =>
    field
      .replace(/^[+\-* ]/, "")
      .split(".")
      .slice(0, -1)
      .join("."),
  );
  const asked = [...expand.split(","), ...parents];
  return asked.every((path) => isShown(path.trim())) && !/[*]/.test(fields);
}

/** What a query of the list means, for those who read the same products in another way. */
export function filtersOfProducts(query: Record<string, unknown>): Filter[] {
  const asked = query as ProductsQuery;
  return [...adminProductsWithoutPrices.filters(asked.q ? searching(asked) : asked), ...narrowed(asked)];
}

/** As in v1, a search shows whole products, and takes the place of filters on what it searches. */
function searching(query: ProductsQuery): ProductsQuery {
  const { fields: _, ...rest } = query;
  return { ...rest, title: undefined, description: undefined } as ProductsQuery;
}

function narrowed(query: ProductsQuery): Filter[] {
  const categories = query.include_category_children ? inCategoryTrees : inCategories;
  const filters: (Filter | false | undefined)[] = [
    query.sales_channel_id && { kind: "custom", condition: soldIn, value: query.sales_channel_id },
    query.category_id && { kind: "custom", condition: categories, value: query.category_id },
    query.q ? { kind: "custom", condition: mentions, value: containing(query.q) } : false,
  ];
  return filters.filter((filter) => filter !== undefined && filter !== false);
}
