import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";

export type Draft = Schemas["AdminDraftOrder"];
export type DraftLine = NonNullable<Draft["cart"]>["items"][number];

export const PAGE_SIZE = 50;

export const DRAFT_STATUSES = ["open", "completed"] as const;

export interface DraftsSearch {
  q?: string;
  status?: (typeof DRAFT_STATUSES)[number][];
  page?: number;
}

export const draftsQuery = (api: Api, { page = 1, ...filters }: DraftsSearch) =>
  queryOptions({
    queryKey: ["drafts", filters, page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const fields = "id,display_id,status,created_at,order_id,cart.email,order.display_id";
      const query = { ...filters, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, fields, expand: "" };
      return (await api.GET("/admin/draft-orders", { params: { query } })).data!;
    },
  });

export const draftQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["drafts", id],
    queryFn: async () =>
      (await api.GET("/admin/draft-orders/{id}", { params: { path: { id } } })).data!.draft_order,
  });

/** Options that goods of a draft can be shipped with, also those that customers do not see. */
export const draftOptionsQuery = (api: Api, regionId: string) =>
  queryOptions({
    queryKey: ["shipping-options", "drafts", regionId],
    async queryFn() {
      const query = { region_id: regionId, is_return: false };
      return (await api.GET("/admin/shipping-options", { params: { query } })).data!.shipping_options;
    },
  });

/** A variant, or something that is not in the catalogue. */
export type NewLine =
  | { variant_id: string; quantity: number }
  | { title: string; unit_price: number; quantity: number };

const at = (id: string) => ({ params: { path: { id } } });

export const addLine = (api: Api, id: string, body: NewLine) =>
  api.POST("/admin/draft-orders/{id}/line-items", { ...at(id), body });

export const changeLine = (
  api: Api,
  id: string,
  { lineId, ...body }: { lineId: string; quantity?: number; unit_price?: number },
) =>
  api.POST("/admin/draft-orders/{id}/line-items/{line_id}", {
    params: { path: { id, line_id: lineId } },
    body,
  });

export const setDiscounts = (api: Api, id: string, codes: readonly string[]) =>
  api.POST("/admin/draft-orders/{id}", { ...at(id), body: { discounts: codes.map((code) => ({ code })) } });

export const payDraft = async (api: Api, id: string) =>
  (await api.POST("/admin/draft-orders/{id}/pay", at(id))).data!.order.id;

export const deleteDraft = (api: Api, id: string) => api.DELETE("/admin/draft-orders/{id}", at(id));
