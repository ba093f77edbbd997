import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";

export const timelineQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["order", id, "timeline"],
    async queryFn() {
      const params = { path: { id }, query: { limit: 100 } };
      return (await api.GET("/admin/orders/{id}/timeline", { params })).data!.timeline;
    },
  });

export const notesQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["order", id, "notes"],
    async queryFn() {
      const params = { query: { resource_id: id, limit: 100 } };
      return (await api.GET("/admin/notes", { params })).data!.notes;
    },
  });
