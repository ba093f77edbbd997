import { containing, type Filter } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";
import type { View, Wanted } from "../../../graph/selection.ts";
import { stockForAdmin, withStockShown } from "../../stock/inventory/index.ts";
import { stockVersionOfProducts, stockVersions } from "../catalogue-state/index.ts";
import { withoutInternal, withPrices } from "../pricing/index.ts";
import { productNotFound } from "./product.ts";
import { inCategories, inCategoryTrees, matchesSearch, soldIn } from "./product-conditions-graph.ts";
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

export const adminProductSelection = (wanted: Wanted): { view: View; wanted: Wanted } => ({
  view: showsPrices(wanted.expand) ? adminProduct : adminProductWithoutPrices,
  wanted,
});

/** Reads a product for admins, in one statement. */
export const findAdminProduct = (graph: Graph, id: string, wanted: Wanted = {}) =>
  findProduct(graph, id, { wanted, extras: [stockForAdmin.ofProducts] });

/** The response to a write: as in v1 it shows the stored quantities of variants, even in shops with stock locations. */
export const findProductAfterWrite = (graph: Graph, id: string, wanted: Wanted = {}) =>
  findProduct(graph, id, { wanted, extras: [] });

interface ProductRead {
  wanted: Wanted;
  extras: (typeof stockForAdmin.ofProducts)[];
}

async function findProduct(graph: Graph, id: string, options: ProductRead) {
  const { fields, expand } = options.wanted;
  const { extras } = options;
  if (!showsPrices(expand)) return findWithStoredPrices(graph, id, { wanted: { fields, expand }, extras });
  const product = await graph.find(adminProduct, id, { fields, expand, extras });
  if (!product) throw productNotFound(id);
  const [priced] = withPrices(withStockShown([product]), null, "admin-product");
  return toAdminProduct(priced!, expand);
}

/** The response to a write with the stored prices, if the request expands them. */
export const findProductWithStoredPrices = (graph: Graph, id: string, wanted: Wanted = {}) =>
  findWithStoredPrices(graph, id, { wanted, extras: [] });

async function findWithStoredPrices(graph: Graph, id: string, { wanted, extras }: ProductRead) {
  const product = await graph.find(adminProductWithoutPrices, id, { ...wanted, extras });
  if (!product) throw productNotFound(id);
  const [shown] = withStockShown([product]).map(withoutInternal);
  return toAdminProduct(shown!, wanted.expand);
}

/** Reads a page of products in two statements. */
export async function listAdminProducts(graph: Graph, query: unknown, { maxLimit }: { maxLimit: number }) {
  const productsQuery = query as ProductsQuery;
  const isPriced = showsPrices(productsQuery.expand);
  const list = isPriced ? adminProducts : adminProductsWithoutPrices;
  const { rows, ...paging } = await list.read(
    graph,
    productsQuery.q ? withoutSearchedFilters(productsQuery) : productsQuery,
    {
      maxLimit,
      also: conditionFilters(productsQuery),
      extras: [stockForAdmin.ofProducts, stockVersionOfProducts],
    },
  );
  const stocked = withStockShown<ProductRow>(rows);
  const shown = isPriced ? withPrices(stocked, null, "admin-product") : stocked.map(withoutInternal);
  const expand = productsQuery.q ? undefined : productsQuery.expand;
  const products = shown.map((product) => toAdminProduct(product, expand));
  return { answer: { products, ...paging }, ...stockVersions(rows) };
}

/** Whether the response depends on the catalogue only: further relations may lead to other data, such as orders. */
export function isCacheable(query: Wanted & { order?: string }): boolean {
  const { fields = "", expand = "", order = "" } = query;
  // An order by a relation, such as the stock of variants, depends on products outside the page.
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
  const paths = [...expand.split(","), ...parents];
  return paths.every((path) => isShown(path.trim())) && !/[*]/.test(fields);
}

/** The filters of a list query, for other reads of the same products. */
export function productFilters(query: Record<string, unknown>): Filter[] {
  const productsQuery = query as ProductsQuery;
  return [
    ...adminProductsWithoutPrices.filters(
      productsQuery.q ? withoutSearchedFilters(productsQuery) : productsQuery,
    ),
    ...conditionFilters(productsQuery),
  ];
}

/** As in v1, a search ignores `fields` and the filters on title and description. */
function withoutSearchedFilters(query: ProductsQuery): ProductsQuery {
  const { fields: _, ...rest } = query;
  return { ...rest, title: undefined, description: undefined } as ProductsQuery;
}

function conditionFilters(query: ProductsQuery): Filter[] {
  const categories = query.include_category_children ? inCategoryTrees : inCategories;
  const filters: (Filter | false | undefined)[] = [
    query.sales_channel_id && { kind: "custom", condition: soldIn, value: query.sales_channel_id },
    query.category_id && { kind: "custom", condition: categories, value: query.category_id },
    query.q ? { kind: "custom", condition: matchesSearch, value: containing(query.q) } : false,
  ];
  return filters.filter((filter) => filter !== undefined && filter !== false);
}
