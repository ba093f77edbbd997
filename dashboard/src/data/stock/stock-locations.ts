import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, useApi } from "../../kit/api/api.ts";
import { useMay } from "../session/permissions.ts";
import { storeQuery } from "../shop/shop-queries.ts";

const EVERYTHING = 1_000;

export const locationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["stock-locations", "names"],
    staleTime: 60_000,
    async queryFn() {
      const query = { limit: EVERYTHING, fields: "id,name", expand: "", order: "name" };
      return (await api.GET("/admin/stock-locations", { params: { query } })).data!.stock_locations;
    },
  });

/** Whether stock is counted by location. Otherwise variants have a quantity. */
export function useHasLocations(): boolean {
  const api = useApi();
  const may = useMay();
  const isInSettings = may("settings:read");
  const { data: store } = useQuery({ ...storeQuery(api), enabled: isInSettings });
  const { data: locations } = useQuery({
    ...locationsQuery(api),
    enabled: !isInSettings && may("stock:read"),
  });
  if (locations) return locations.length > 0;
  return store?.modules.some(({ module }) => module === "stockLocationService") ?? false;
}
