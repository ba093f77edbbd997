import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../kit/api/api.ts";
import { regionCountriesQuery, storeQuery } from "./shop-queries.ts";

/** How the prices of a region are written. Undefined while it is not known. */
export function useRegionPrices(regionId: string | null) {
  const api = useApi();
  const { data: regions } = useQuery(regionCountriesQuery(api));
  const { data: store } = useQuery(storeQuery(api));
  const region = regions?.find(({ id }) => id === regionId);
  if (!region || !store) return undefined;
  const currency = store.currencies?.find(({ code }) => code === region.currency_code);
  return {
    /** Prices have the taxes in them. */
    isGross: region.includes_tax || currency?.includes_tax === true,
    taxRate: region.tax_rate ?? 0,
  };
}

export type RegionPrices = NonNullable<ReturnType<typeof useRegionPrices>>;
