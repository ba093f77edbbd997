import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";

/* What products are sorted into. Short lists: they are read whole. */
const ALL = 1_000;

export const collectionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["collections", "names"],
    async queryFn() {
      const query = { limit: ALL, fields: "id,title", expand: "" };
      return (await api.GET("/admin/collections", { params: { query } })).data!.collections;
    },
  });

export const typesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["product-types", "names"],
    async queryFn() {
      const query = { limit: ALL };
      return (await api.GET("/admin/product-types", { params: { query } })).data!.product_types;
    },
  });

export const tagsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["product-tags", "names"],
    async queryFn() {
      const query = { limit: ALL };
      return (await api.GET("/admin/product-tags", { params: { query } })).data!.product_tags;
    },
  });

/** A category with those below it, in the order of their ranks. */
export interface Category {
  id: string;
  name: string;
  handle: string;
  description: string;
  parent_category_id: string | null;
  rank: number;
  is_active: boolean;
  is_internal: boolean;
  updated_at: string;
  category_children: Category[];
}

const byRank = (all: readonly Category[]): Category[] =>
  all
    .map((category) => ({ ...category, category_children: byRank(category.category_children ?? []) }))
    .sort((one, other) => one.rank - other.rank);

export const categoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["categories", "tree"],
    async queryFn() {
      const query = { limit: ALL, parent_category_id: "null", include_descendants_tree: true };
      const { data } = await api.GET("/admin/product-categories", { params: { query } });
      return byRank(data!.product_categories as unknown as Category[]);
    },
  });

/** Every category with the names of those above it: "Clothing / Hats". */
export const categoryPaths = (tree: readonly Category[], above = ""): { id: string; path: string }[] =>
  tree.flatMap(({ id, name, category_children }) => {
    const path = `${above}${name}`;
    return [{ id, path }, ...categoryPaths(category_children, `${path} / `)];
  });

export const readCollection = async (api: Api, id: string) =>
  (await api.GET("/admin/collections/{id}", { params: { path: { id } } })).data!.collection;

/** One collection with its products, to be edited. */
export const collectionQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["collections", "one", id],
    staleTime: 0,
    gcTime: 0,
    queryFn: () => readCollection(api, id),
  });

export const COLLECTION_PAGE = 50;

export const collectionPageQuery = (api: Api, { q, page = 1 }: { q?: string; page?: number }) =>
  queryOptions({
    queryKey: ["collections", "page", q ?? "", page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...(q && { q }),
        limit: COLLECTION_PAGE,
        offset: (page - 1) * COLLECTION_PAGE,
        order: "title",
        fields: "id,title,handle,updated_at",
        expand: "",
      };
      return (await api.GET("/admin/collections", { params: { query } })).data!;
    },
  });

export const tagUsageQuery = (api: Api) =>
  queryOptions({
    queryKey: ["product-tags", "usage"],
    queryFn: async () => (await api.GET("/admin/products/tag-usage")).data!.tags,
  });
