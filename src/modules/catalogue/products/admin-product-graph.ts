import type { Connection } from "../../../db/database.ts";
import type { Filter } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";
import { type RequestedSelection, relationsIn, type View } from "../../../graph/selection.ts";
import type { Made, PageReads } from "../../../http/document-cache/index.ts";
import { stockForAdmin, withAvailableStock } from "../../stock/inventory/index.ts";
import { withoutInternal, withPrices } from "../pricing/index.ts";
import { isIgnoredBySearch } from "../v1-shapes.ts";
import { productNotFound } from "./product.ts";
import { inCategories, inCategoryTrees, productsMentioning, soldIn } from "./product-conditions-graph.ts";
import {
  adminProduct,
  adminProducts,
  adminProductsWithoutPrices,
  adminProductWithoutPrices,
  showsPrices,
  toAdminProduct,
} from "./product-schemas.ts";
import { listMostUsedTags } from "./product-search-store.ts";
import type { ProductRow } from "./products-graph.ts";

interface ProductsQuery extends RequestedSelection {
  q?: string;
  category_id?: string[];
  include_category_children?: boolean;
  sales_channel_id?: string[];
}

export const adminProductSelection = (
  selection: RequestedSelection,
): { view: View; selection: RequestedSelection } => ({
  view: showsPrices(selection.expand) ? adminProduct : adminProductWithoutPrices,
  selection,
});

/** Reads a product for admins, in one statement. */
export const findAdminProduct = (graph: Graph, id: string, selection: RequestedSelection = {}) =>
  findProduct(graph, id, { selection, extras: [stockForAdmin.ofProducts] });

/** The response to a write: as in v1 it shows the stored quantities of variants, even in shops with stock locations. */
export const findProductAfterWrite = (graph: Graph, id: string, selection: RequestedSelection = {}) =>
  findProduct(graph, id, { selection, extras: [] });

interface ProductRead {
  selection: RequestedSelection;
  extras: (typeof stockForAdmin.ofProducts)[];
}

async function findProduct(graph: Graph, id: string, options: ProductRead) {
  const { fields, expand } = options.selection;
  const { extras } = options;
  if (!showsPrices(expand)) return findWithStoredPrices(graph, id, { selection: { fields, expand }, extras });
  const product = await graph.find(adminProduct, id, { fields, expand, extras });
  if (!product) throw productNotFound(id);
  const [priced] = withPrices(withAvailableStock([product]), null, "admin-product");
  return toAdminProduct(priced!, expand);
}

/** The stored prices, if the request expands them. v1 answers only the deletion of an option in this way. */
export const findProductWithStoredPrices = (graph: Graph, id: string, selection: RequestedSelection = {}) =>
  findWithStoredPrices(graph, id, { selection, extras: [] });

async function findWithStoredPrices(graph: Graph, id: string, { selection, extras }: ProductRead) {
  const product = await graph.find(adminProductWithoutPrices, id, { ...selection, extras });
  if (!product) throw productNotFound(id);
  const [stocked] = withAvailableStock([product]).map(withoutInternal);
  return toAdminProduct(stocked!, selection.expand);
}

interface AdminListContext {
  graph: Graph;
  maxLimit: number;
}

/** A page of products, in two statements. */
export async function listAdminProducts(
  { graph, maxLimit }: AdminListContext,
  query: unknown,
): Promise<Made> {
  const { list, requested, also, toProducts } = adminListFor(query as ProductsQuery);
  const extras = [stockForAdmin.ofProducts];
  const { rows, ...paging } = await list.read(graph, requested, { maxLimit, also, extras });
  return { answer: { products: toProducts(rows), ...paging } };
}

/** The same page as ids and documents. */
export function adminProductDocuments({ graph, maxLimit }: AdminListContext, query: unknown): PageReads {
  const { fields, expand, q } = query as ProductsQuery;
  const { list, requested, also, toProducts } = adminListFor(query as ProductsQuery);
  return {
    documentKey: ["admin", fields, expand, Boolean(q)],
    subjects: [],
    name: "products",
    isStored: true,
    paging: list.pagingOf(requested, maxLimit),
    readIds: (paging) => list.readIds(graph, requested, { paging, also }),
    readDocuments: async (ids) => {
      const extras = [stockForAdmin.ofProducts];
      return toProducts(await list.readByIds(graph, requested, { ids, extras }));
    },
  };
}

function adminListFor(query: ProductsQuery) {
  const isPriced = showsPrices(query.expand);
  return {
    list: isPriced ? adminProducts : adminProductsWithoutPrices,
    requested: query.q ? withoutSearchedFilters(query) : query,
    also: conditionFilters(query),
    toProducts: (rows: ProductRow[]) => {
      const stocked = withAvailableStock<ProductRow>(rows);
      const shown = isPriced ? withPrices(stocked, null, "admin-product") : stocked.map(withoutInternal);
      return shown.map((product) => toAdminProduct(product, query.q ? undefined : query.expand));
    },
  };
}

/** Whether the response depends on the catalogue only: further relations may lead to other data, such as orders. */
export function isCacheable(query: RequestedSelection & { order?: string }): boolean {
  const { fields = "", expand = "", order = "" } = query;
  // An order by a relation, such as the stock of variants, depends on products outside the page.
  if (order.includes(".")) return false;
  const cachedPaths: readonly string[] = ["", ...adminProduct.relations];
  const isCached = (path: string) => cachedPaths.includes(path);
  const paths = [...expand.split(","), ...relationsIn(fields)];
  return paths.every((path) => isCached(path.trim())) && !/[*]/.test(fields);
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

const withoutSearchedFilters = (query: ProductsQuery): ProductsQuery =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => !isIgnoredBySearch(name, value)));

function conditionFilters(query: ProductsQuery): Filter[] {
  const categories = query.include_category_children ? inCategoryTrees : inCategories;
  const filters: (Filter | false | undefined)[] = [
    query.sales_channel_id && { kind: "custom", condition: soldIn, value: query.sales_channel_id },
    query.category_id && { kind: "custom", condition: categories, value: query.category_id },
    query.q ? productsMentioning(query.q) : false,
  ];
  return filters.filter((filter) => filter !== undefined && filter !== false);
}

export const listTagUsage = ({ db }: { db: Connection }) => listMostUsedTags(db);
