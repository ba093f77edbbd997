import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";

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
