import { queryOptions } from "@tanstack/react-query";
import type { operations } from "@tradewind/client";
import { buyerFieldsOf } from "../../../data/orders/buyer.ts";
import type { Api } from "../../../kit/api/api.ts";
import type { Period } from "./home-search.ts";

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export type HomeFigures =
  operations["getAdminAnalyticsHome"]["responses"][200]["content"]["application/json"];

/** All figures of a period, in one request. */
export const figuresQuery = (api: Api, period: Period) =>
  queryOptions({
    queryKey: ["analytics", "home", period],
    queryFn: async () =>
      (await api.GET("/admin/analytics/home", { params: { query: { ...period, timezone, limit: 5 } } }))
        .data!,
  });

export const toDoQuery = (api: Api) =>
  queryOptions({
    queryKey: ["analytics", "to-do"],
    queryFn: async () => (await api.GET("/admin/analytics/to-do")).data!.to_do,
  });

/** Whether the shop has ever sold something. */
export const hasOrdersQuery = (api: Api) =>
  queryOptions({
    queryKey: ["orders", "any"],
    async queryFn() {
      const query = { limit: 1, fields: "id", expand: "" };
      return (await api.GET("/admin/orders", { params: { query } })).data!.count > 0;
    },
  });

/** The last few orders. */
export const latestOrdersQuery = (api: Api) =>
  queryOptions({
    queryKey: ["orders", "latest"],
    async queryFn() {
      const own = "id,display_id,external_id,created_at,status,fulfillment_status,total,currency_code";
      const fields = [own, ...buyerFieldsOf()].join();
      const query = { limit: 5, fields, expand: "", order: "-created_at" };
      return (await api.GET("/admin/orders", { params: { query } })).data!.orders;
    },
  });
