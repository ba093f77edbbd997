import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, useApi } from "../../kit/api/api.ts";

/** What was paid and refunded, and what can still be refunded. It is read again with the order. */
export const orderMoneyQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["order", id, "money"],
    queryFn: async () =>
      (await api.GET("/admin/orders/{id}/money", { params: { path: { id } } })).data!.money,
  });

export const useOrderMoney = (id: string) => useQuery(orderMoneyQuery(useApi(), id)).data;
