import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { type Api, useApi } from "../../../kit/api/api.ts";

export type SavedView = Schemas["SavedView"];

export interface NewView {
  name: string;
  search: object;
  is_shared: boolean;
}

const viewsQuery = (api: Api, list: string) =>
  queryOptions({
    queryKey: ["saved-views", list],
    staleTime: 60_000,
    async queryFn() {
      const query = { list, limit: 1000 };
      return (await api.GET("/admin/saved-views", { params: { query } })).data!.saved_views;
    },
  });

export const createView = (api: Api, list: string, view: NewView) =>
  api.POST("/admin/saved-views", { body: { list, ...view } as never });

/** The views of a list that the user sees, and what changes them. */
export function useViews(list: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data = [] } = useQuery(viewsQuery(api, list));
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ["saved-views", list] });
  const params = (id: string) => ({ params: { path: { id } } });
  return {
    views: data,
    create: useMutation({ mutationFn: (view: NewView) => createView(api, list, view), onSuccess }),
    change: useMutation({
      mutationFn: ({ id, ...changes }: { id: string } & Partial<NewView>) =>
        api.POST("/admin/saved-views/{id}", { ...params(id), body: changes as never }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.DELETE("/admin/saved-views/{id}", params(id)),
      onSuccess,
    }),
  };
}
