import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";

/** Name, address and logo of the shop, as they are on paper. */
export const shopDetailsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["shop-details"],
    staleTime: 60_000,
    queryFn: async () => (await api.GET("/admin/shop-details")).data!.shop_details,
  });
