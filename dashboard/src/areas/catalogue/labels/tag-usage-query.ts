import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";

export const tagUsageQuery = (api: Api) =>
  queryOptions({
    queryKey: ["product-tags", "usage"],
    queryFn: async () => (await api.GET("/admin/products/tag-usage")).data!.tags,
  });
