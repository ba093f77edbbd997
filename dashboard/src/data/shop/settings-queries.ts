import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../kit/api/api.ts";

export type Region = Schemas["RegionWithCountries"];

/** Settings are few: a list is read whole. */
export const ALL = 200;

export const storeQuery = (api: Api) =>
  queryOptions({
    queryKey: ["store"],
    queryFn: async () => (await api.GET("/admin/store")).data!.store,
  });

export const regionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["regions"],
    async queryFn() {
      const params = { query: { limit: ALL } };
      return (await api.GET("/admin/regions", { params })).data!.regions;
    },
  });

export const channelsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["sales-channels"],
    async queryFn() {
      const params = { query: { limit: ALL, order: "created_at" } };
      return (await api.GET("/admin/sales-channels", { params })).data!.sales_channels;
    },
  });

export const shippingOptionsQuery = (api: Api, region_id: string) =>
  queryOptions({
    queryKey: ["shipping-options", region_id],
    async queryFn() {
      const params = { query: { region_id, limit: ALL } };
      return (await api.GET("/admin/shipping-options", { params })).data!.shipping_options;
    },
  });
