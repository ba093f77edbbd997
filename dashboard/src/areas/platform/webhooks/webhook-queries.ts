import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";
import { daysBetween } from "../../../kit/list/search-params.ts";
import type { DeliverySearch, WebhookSearch } from "./webhook-search.ts";

export type Webhook = Schemas["Webhook"];
export type Delivery = Schemas["WebhookDelivery"];

export const PAGE_SIZE = 20;

const offsetOf = (page = 1) => (page - 1) * PAGE_SIZE;

export const webhooksQuery = (api: Api, { q, page }: WebhookSearch) =>
  queryOptions({
    queryKey: ["webhooks", { q, page }],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { ...(q && { q }), limit: PAGE_SIZE, offset: offsetOf(page), order: "-created_at" };
      return (await api.GET("/admin/webhooks", { params: { query } })).data!;
    },
  });

export const webhookQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["webhook", id],
    queryFn: async () => (await api.GET("/admin/webhooks/{id}", { params: { path: { id } } })).data!.webhook,
  });

const LISTED = "id,event_name,status,attempts,response_status,duration,last_attempt_at,created_at";

const isOpen = ({ status }: Pick<Delivery, "status">) => status === "pending" || status === "retrying";

/** Asks again while deliveries are on their way. */
export const deliveriesQuery = (api: Api, id: string, { delivery: _, ...search }: DeliverySearch) =>
  queryOptions({
    queryKey: ["webhook", id, "deliveries", search],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isOpen) ? 2_000 : 15_000),
    async queryFn() {
      const { start, end } = daysBetween(search);
      const query = {
        ...(search.status && { status: search.status }),
        ...(search.event && { event_name: search.event }),
        ...((start || end) && { created_at: { ...(start && { gte: start }), ...(end && { lt: end }) } }),
        fields: LISTED,
        order: "-created_at",
        limit: PAGE_SIZE,
        offset: offsetOf(search.page),
      };
      const params = { path: { id }, query };
      return (await api.GET("/admin/webhooks/{id}/deliveries", { params })).data!;
    },
  });

export interface DeliveryKey {
  webhookId: string;
  id: string;
}

export const deliveryQuery = (api: Api, { webhookId, id }: DeliveryKey) =>
  queryOptions({
    queryKey: ["webhook", webhookId, "delivery", id],
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? 2_000 : false),
    async queryFn() {
      const params = { path: { id: webhookId, delivery_id: id } };
      return (await api.GET("/admin/webhooks/{id}/deliveries/{delivery_id}", { params })).data!.delivery;
    },
  });
