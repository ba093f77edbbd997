import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ALL } from "../../data/shop/settings-queries.ts";
import type { Api } from "../../kit/api/api.ts";

export const currenciesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["currencies"],
    async queryFn() {
      const params = { query: { limit: ALL, order: "code" } };
      return (await api.GET("/admin/currencies", { params })).data!.currencies;
    },
  });

export const regionQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["regions", id],
    queryFn: async () => (await api.GET("/admin/regions/{id}", { params: { path: { id } } })).data!.region,
  });

export const taxRatesQuery = (api: Api, region_id: string) =>
  queryOptions({
    queryKey: ["tax-rates", region_id],
    async queryFn() {
      const expand = "products,product_types,shipping_options";
      const params = { query: { region_id, limit: ALL, expand } };
      return (await api.GET("/admin/tax-rates", { params })).data!.tax_rates;
    },
  });

export const taxProvidersQuery = (api: Api) =>
  queryOptions({
    queryKey: ["tax-providers"],
    queryFn: async () => (await api.GET("/admin/store/tax-providers")).data!.tax_providers,
  });

export const channelQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["sales-channels", id],
    async queryFn() {
      const { data } = await api.GET("/admin/sales-channels/{id}", { params: { path: { id } } });
      return data!.sales_channel;
    },
  });

export const CHANNEL_PRODUCTS = 20;

export const channelProductsQuery = (api: Api, id: string, page: number) =>
  queryOptions({
    queryKey: ["sales-channels", id, "products", page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        sales_channel_id: [id],
        fields: "id,title,status",
        expand: "",
        order: "title",
        limit: CHANNEL_PRODUCTS,
        offset: (page - 1) * CHANNEL_PRODUCTS,
      };
      return (await api.GET("/admin/products", { params: { query } })).data!;
    },
  });

export const keysQuery = (api: Api) =>
  queryOptions({
    queryKey: ["publishable-api-keys"],
    async queryFn() {
      const params = { query: { limit: ALL, order: "-created_at" } };
      return (await api.GET("/admin/publishable-api-keys", { params })).data!.publishable_api_keys;
    },
  });

export const keyChannelsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["publishable-api-keys", id, "sales-channels"],
    async queryFn() {
      const params = { path: { id } };
      return (await api.GET("/admin/publishable-api-keys/{id}/sales-channels", { params })).data!
        .sales_channels;
    },
  });
