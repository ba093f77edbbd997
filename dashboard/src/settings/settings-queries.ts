import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";

/** Settings are few: a list is read whole. */
export const ALL = 200;

export const storeQuery = (api: Api) =>
  queryOptions({
    queryKey: ["store"],
    queryFn: async () => (await api.GET("/admin/store")).data!.store,
  });

export const currenciesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["currencies"],
    async queryFn() {
      const params = { query: { limit: ALL, order: "code" } };
      return (await api.GET("/admin/currencies", { params })).data!.currencies;
    },
  });

export const regionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["regions"],
    async queryFn() {
      const params = { query: { limit: ALL } };
      return (await api.GET("/admin/regions", { params })).data!.regions;
    },
  });

export const regionQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["regions", id],
    queryFn: async () => (await api.GET("/admin/regions/{id}", { params: { path: { id } } })).data!.region,
  });

export const channelsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["sales-channels"],
    async queryFn() {
      const params = { query: { limit: ALL, order: "created_at" } };
      return (await api.GET("/admin/sales-channels", { params })).data!.sales_channels;
    },
  });
