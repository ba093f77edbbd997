import { queryOptions } from "@tanstack/react-query";
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
