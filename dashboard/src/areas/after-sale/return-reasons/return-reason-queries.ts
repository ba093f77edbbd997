import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";

export const returnReasonsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["return-reasons"],
    queryFn: async () => (await api.GET("/admin/return-reasons")).data!.return_reasons,
  });
