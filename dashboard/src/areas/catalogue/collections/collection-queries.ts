import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";
import { type CollectionSearch, USUAL_ORDER } from "./collection-search.ts";

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

export const collectionPageQuery = (api: Api, { q, order = USUAL_ORDER, page = 1 }: CollectionSearch) =>
  queryOptions({
    queryKey: ["collections", "page", q ?? "", order, page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...(q && { q }),
        limit: COLLECTION_PAGE,
        offset: (page - 1) * COLLECTION_PAGE,
        order,
        fields: "id,title,handle,updated_at",
        expand: "",
      };
      return (await api.GET("/admin/collections", { params: { query } })).data!;
    },
  });
