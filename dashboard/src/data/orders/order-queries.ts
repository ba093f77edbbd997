import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";

export const orderQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["order", id],
    queryFn: async () => (await api.GET("/admin/orders/{id}", { params: { path: { id } } })).data!.order,
  });
