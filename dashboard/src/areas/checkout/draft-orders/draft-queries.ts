import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { buyerFieldsOf } from "../../../data/orders/buyer.ts";
import type { FieldValues } from "../../../data/platform/custom-fields/custom-field.ts";
import type { Api } from "../../../kit/api/api.ts";

export type Draft = Schemas["AdminDraftOrder"];
export type DraftLine = NonNullable<Draft["cart"]>["items"][number];

export const PAGE_SIZE = 50;

/** What shows a draft, or what it becomes. */
export const SHOWN_IN = ["drafts", "orders", "customer", "analytics"];

export const DRAFT_STATUSES = ["open", "completed"] as const;

/** The columns that sort the list, with the field of the server. */
export const DRAFT_SORTS = { number: "display_id", date: "created_at" } as const;

export interface DraftsSearch {
  q?: string;
  status?: (typeof DRAFT_STATUSES)[number][];
  order?: string;
  page?: number;
}

export const draftsQuery = (api: Api, { page = 1, ...filters }: DraftsSearch) =>
  queryOptions({
    queryKey: ["drafts", filters, page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const own = "id,display_id,status,created_at,order_id,order.display_id";
      const fields = [own, ...buyerFieldsOf("cart.")].join();
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

/** A variant, or something that is not in the catalogue. */
export type NewLine = (
  | { variant_id: string; quantity: number }
  | { title: string; unit_price: number; includes_tax: boolean; is_taxed: boolean; quantity: number }
) & { custom_fields?: FieldValues };

const at = (id: string) => ({ params: { path: { id } } });

export const addLine = (api: Api, id: string, body: NewLine) =>
  api.POST("/admin/draft-orders/{id}/line-items", { ...at(id), body });

export const changeLine = (
  api: Api,
  id: string,
  {
    lineId,
    ...body
  }: { lineId: string; quantity?: number; unit_price?: number; custom_fields?: FieldValues },
) =>
  api.POST("/admin/draft-orders/{id}/line-items/{line_id}", {
    params: { path: { id, line_id: lineId } },
    body,
  });

export const setDiscounts = (api: Api, id: string, codes: readonly string[]) =>
  api.POST("/admin/draft-orders/{id}", { ...at(id), body: { discounts: codes.map((code) => ({ code })) } });

interface Changes {
  email?: string;
  customer_id?: string;
  shipping_address?: Record<string, string | null>;
  billing_address?: Record<string, string | null>;
  custom_fields?: FieldValues;
}

export const changeDraft = (api: Api, id: string, body: Changes) =>
  api.POST("/admin/draft-orders/{id}", { ...at(id), body: body as never });

export const sendDraftBy = (
  api: Api,
  id: string,
  { optionId, price }: { optionId: string; price: number | null },
) =>
  api.POST("/admin/draft-orders/{id}/shipping-methods", {
    ...at(id),
    body: { option_id: optionId, ...(price !== null && { price }) },
  });

export const payDraft = async (api: Api, id: string) =>
  (await api.POST("/admin/draft-orders/{id}/pay", at(id))).data!.order.id;

export const deleteDraft = (api: Api, id: string) => api.DELETE("/admin/draft-orders/{id}", at(id));
