import { queryOptions } from "@tanstack/react-query";
import { ALL } from "../../../data/shop/settings-queries.ts";
import type { Api } from "../../../kit/api/api.ts";

export const locationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["stock-locations"],
    async queryFn() {
      const params = { query: { limit: ALL, order: "created_at", expand: "address,sales_channels" } };
      return (await api.GET("/admin/stock-locations", { params })).data!.stock_locations;
    },
  });
