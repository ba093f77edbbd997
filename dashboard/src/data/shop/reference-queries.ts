import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";

const SELDOM_CHANGES = 5 * 60_000;

export const regionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["regions", "names"],
    staleTime: SELDOM_CHANGES,
    async queryFn() {
      const query = { limit: 100, fields: "id,name,currency_code", expand: "countries" };
      return (await api.GET("/admin/regions", { params: { query } })).data!.regions;
    },
  });

export const channelsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["sales-channels", "names"],
    staleTime: SELDOM_CHANGES,
    async queryFn() {
      const query = { limit: 100 };
      return (await api.GET("/admin/sales-channels", { params: { query } })).data!.sales_channels;
    },
  });

type Regions = Awaited<ReturnType<NonNullable<ReturnType<typeof regionsQuery>["queryFn"]>>>;

/** The countries that a region ships to. */
export const countriesOf = (regions: Regions | undefined, regionId: string): string[] =>
  (regions?.find(({ id }) => id === regionId)?.countries ?? []).map(({ iso_2 }) => iso_2);

const storeQuery = (api: Api) => ({
  queryKey: ["store", "names"],
  staleTime: SELDOM_CHANGES,
  queryFn: async () => (await api.GET("/admin/store")).data!.store,
});

/** The sender on a label. */
export const storeNameQuery = (api: Api) =>
  queryOptions({ ...storeQuery(api), select: ({ name }) => name ?? "" });

/** Where customers confirm a swap, with `{cart_id}` in it. Null: the shop has not said it. */
export const swapLinkQuery = (api: Api) =>
  queryOptions({ ...storeQuery(api), select: ({ swap_link_template }) => swap_link_template });
