import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useMay } from "../../../data/session/permissions.ts";
import { regionsQuery, storeQuery } from "../../../data/shop/shop-queries.ts";
import { locationsQuery } from "../../../data/stock/stock-locations.ts";
import { useApi } from "../../../kit/api/api.ts";

/** Where a price holds: in a currency everywhere, or in one region. */
export interface Market {
  /** The code of the currency or the id of the region. */
  id: string;
  name: string;
  currency: string;
  isRegion: boolean;
}

const NONE: Market[] = [];

/** Every currency of the shop, its own first, then its regions. Users without `settings:read` see none. */
export function useMarkets(): Market[] {
  const api = useApi();
  const enabled = useMay()("settings:read");
  const { data: store } = useQuery({ ...storeQuery(api), enabled });
  const { data: regions } = useQuery({ ...regionsQuery(api), enabled });
  return useMemo(() => {
    if (!store || !regions) return NONE;
    const own = store.default_currency_code;
    const codes = [own, ...store.currencies.map(({ code }) => code).filter((code) => code !== own)];
    return [
      ...codes.map((code) => ({ id: code, name: code.toUpperCase(), currency: code, isRegion: false })),
      ...regions.map(({ id, name, currency_code }) => ({
        id,
        name: `${name} (${currency_code.toUpperCase()})`,
        currency: currency_code,
        isRegion: true,
      })),
    ];
  }, [store, regions]);
}

/** Whether the markets and locations of the shop were read, or cannot be: columns that come later would move the others. */
export function useIsShopKnown(): boolean {
  const api = useApi();
  const may = useMay();
  const isInSettings = may("settings:read");
  const store = useQuery({ ...storeQuery(api), enabled: isInSettings });
  const regions = useQuery({ ...regionsQuery(api), enabled: isInSettings });
  const locations = useQuery({ ...locationsQuery(api), enabled: !isInSettings && may("stock:read") });
  return !store.isLoading && !regions.isLoading && !locations.isLoading;
}
