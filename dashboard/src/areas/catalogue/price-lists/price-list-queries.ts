import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { operations, Schemas } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";
import type { PriceListSearch } from "./price-list-search.ts";

export const PAGE_SIZE = 50;
export const PRODUCTS_SIZE = 20;

export type PriceList = Pick<
  Schemas["AdminPriceList"],
  | "id"
  | "name"
  | "description"
  | "type"
  | "status"
  | "starts_at"
  | "ends_at"
  | "includes_tax"
  | "updated_at"
  | "customer_groups"
>;

/** Without its prices: they are read by product. */
const SHOWN = "id,name,description,type,status,starts_at,ends_at,includes_tax,updated_at";

export const priceListsQuery = (api: Api, { page = 1, order = "-created_at", ...filters }: PriceListSearch) =>
  queryOptions({
    queryKey: ["price-lists", filters, order, page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...filters,
        limit: PAGE_SIZE,
        offset: (page - 1) * PAGE_SIZE,
        order,
        fields: SHOWN,
        expand: "customer_groups",
      };
      const { data } = await api.GET("/admin/price-lists", { params: { query } });
      return { count: data!.count, price_lists: data!.price_lists as unknown as PriceList[] };
    },
  });

export async function readPriceList(api: Api, id: string): Promise<PriceList> {
  const params = { path: { id }, query: { fields: SHOWN, expand: "customer_groups" } };
  return (await api.GET("/admin/price-lists/{id}", { params })).data!.price_list;
}

export const priceListQuery = (api: Api, id: string) =>
  queryOptions({ queryKey: ["price-list", id], queryFn: () => readPriceList(api, id) });

export interface ListPrice {
  id: string;
  amount: number;
  currency_code: string;
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
  price_list_id: string | null;
}

export interface PricedProduct {
  id: string;
  title: string;
  variants: { id: string; title: string; sku: string | null; prices: ListPrice[] }[];
}

/** The products of the list with its prices; those of no list are there to compare. */
export const listedProductsQuery = (api: Api, id: string, page: number) =>
  queryOptions({
    queryKey: ["price-list", id, "products", page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        limit: PRODUCTS_SIZE,
        offset: (page - 1) * PRODUCTS_SIZE,
        order: "title",
        fields: "id,title",
        expand: "variants,variants.prices",
      };
      const params = { path: { id }, query };
      const { data } = await api.GET("/admin/price-lists/{id}/products", { params });
      return { count: data!.count, products: data!.products as unknown as PricedProduct[] };
    },
  });

/** The products as they are stored now, with their prices in the list, if they have any. */
export async function readProductsOfList(api: Api, listId: string, ids: readonly string[]) {
  const query = { id: [...ids], limit: ids.length, fields: "id,title", expand: "variants,variants.prices" };
  const params = { path: { id: listId }, query };
  const [listed, all] = await Promise.all([
    api.GET("/admin/price-lists/{id}/products", { params }),
    readPricedProducts(api, ids),
  ]);
  const found = new Map(all.map((product) => [product.id, product]));
  for (const product of listed.data!.products as unknown as PricedProduct[]) found.set(product.id, product);
  return [...found.values()];
}

/** With the prices of no list. */
async function readPricedProducts(api: Api, ids: readonly string[]): Promise<PricedProduct[]> {
  const query = { id: [...ids], limit: ids.length, fields: "id,title", expand: "variants,variants.prices" };
  const { data } = await api.GET("/admin/products", { params: { query } });
  return data!.products as unknown as PricedProduct[];
}

/** Products that are put into the list. */
export const productsByIdQuery = (api: Api, ids: readonly string[]) =>
  queryOptions({
    queryKey: ["products", "prices", ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: () => readPricedProducts(api, ids),
  });

export interface PreviewFor {
  regionId: string | null;
  customerId: string | null;
  quantity: number;
  variantIds: string[];
}

export type Preview = operations["previewAdminPrices"]["responses"][200]["content"]["application/json"];

export const previewQuery = (api: Api, listId: string, shown: PreviewFor) =>
  queryOptions({
    queryKey: ["price-list", listId, "preview", shown],
    enabled: shown.regionId !== null && shown.variantIds.length > 0,
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        region_id: shown.regionId!,
        variant_id: shown.variantIds,
        quantity: shown.quantity,
        price_list_id: listId,
        ...(shown.customerId && { customer_id: shown.customerId }),
      };
      return (await api.GET("/admin/price-lists/preview", { params: { query } })).data!;
    },
  });
