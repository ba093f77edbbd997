import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";
import type { Choice } from "../../kit/inputs/countries.ts";

export type TagKind = "order" | "customer";

export interface TagName {
  id: string;
  name: string;
}

const FEW = 20;

export async function listTags(
  api: Api,
  kind: TagKind,
  query: { q?: string; order?: string; limit: number; offset?: number },
) {
  const { data } =
    kind === "order"
      ? await api.GET("/admin/order-tags", { params: { query } })
      : await api.GET("/admin/customer-tags", { params: { query } });
  return data!;
}

/** Names that begin with, or contain, what was typed. */
export const suggestedTagsQuery = (api: Api, kind: TagKind, q: string) =>
  queryOptions({
    queryKey: ["tags", kind, "suggested", q],
    queryFn: async () =>
      (await listTags(api, kind, { limit: FEW, ...(q && { q }) })).tags.map(({ name }) => name),
  });

export const findTags = async (api: Api, kind: TagKind, q: string): Promise<Choice[]> =>
  (await listTags(api, kind, { limit: FEW, ...(q && { q }) })).tags.map(({ id, name }) => ({
    value: id,
    label: name,
  }));

export interface TagChange {
  ids: string[];
  add?: string[];
  remove?: string[];
}

export const changeTags = (api: Api, kind: TagKind, body: TagChange) =>
  kind === "order"
    ? api.POST("/admin/order-tags/batch", { body })
    : api.POST("/admin/customer-tags/batch", { body });
