import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";
import { readAllPages } from "../../../kit/list/do-for-all.ts";
import { withFieldFilters } from "../../../kit/list/field-filters.ts";
import type { ProductSearch } from "./product-search.ts";

export const PAGE_SIZE = 50;

/** What a column of the list shows of other entities. */
const COLUMNS = {
  collection: "collection.title",
  type: "type.value",
  channels: "sales_channels.name",
  stock: "variants.inventory_quantity,variants.manage_inventory",
};

export const filtersOf = ({ page: _page, order: _order, ...filters }: ProductSearch) => ({
  ...withFieldFilters(filters),
  ...(filters.category_id && { include_category_children: true }),
});

/** Asks only for what its columns show. */
export const productsQuery = (
  api: Api,
  search: ProductSearch,
  { isShown, fields }: { isShown: (column: string) => boolean; fields: readonly string[] },
) => {
  const shown = [
    ...Object.entries(COLUMNS).flatMap(([column, ofColumn]) => (isShown(column) ? ofColumn : [])),
    ...fields,
  ];
  return queryOptions({
    queryKey: ["products", search, shown],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...filtersOf(search),
        limit: PAGE_SIZE,
        offset: ((search.page ?? 1) - 1) * PAGE_SIZE,
        order: search.order ?? "-created_at",
        fields: ["id,title,handle,status,thumbnail,updated_at", ...shown].join(),
        expand: "",
      };
      return (await api.GET("/admin/products", { params: { query } })).data!;
    },
  });
};

/** Every product that the filters find, for work with all of them. */
export const readAllProducts = (api: Api, search: ProductSearch) =>
  readAllPages(async (page) => {
    const query = { ...filtersOf(search), ...page, order: "-created_at", fields: "id,title", expand: "" };
    const { products, limit } = (await api.GET("/admin/products", { params: { query } })).data!;
    return { rows: products, limit };
  });

/** Everything that the page of a product edits. */
const EDITED =
  "variants,variants.prices,variants.options,images,options,tags,type,collection,categories,sales_channels,presentation";

export const productQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["product", id],
    async queryFn() {
      const params = { path: { id }, query: { expand: EDITED } };
      return (await api.GET("/admin/products/{id}", { params })).data!.product;
    },
  });

export const lastChangeQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["audit-log", "product", id],
    staleTime: 0,
    async queryFn() {
      const query = { path: `/admin/products/${id}`, limit: 1 };
      return (await api.GET("/admin/audit-log", { params: { query } })).data!.entries[0] ?? null;
    },
  });
