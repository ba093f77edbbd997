import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";

/* What the whole shop has and many pages show. It changes seldom. */
const RARELY = 60_000;

/** The shop with its currencies. `modules` says whether it has stock locations. */
export const storeQuery = (api: Api) =>
  queryOptions({
    queryKey: ["store"],
    staleTime: RARELY,
    queryFn: async () => (await api.GET("/admin/store")).data!.store,
  });

export const regionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["regions", "names"],
    staleTime: RARELY,
    async queryFn() {
      const query = { limit: 1_000, fields: "id,name,currency_code", expand: "" };
      return (await api.GET("/admin/regions", { params: { query } })).data!.regions;
    },
  });

export const channelsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["sales-channels", "names"],
    staleTime: RARELY,
    async queryFn() {
      const query = { limit: 1_000, fields: "id,name", expand: "" };
      return (await api.GET("/admin/sales-channels", { params: { query } })).data!.sales_channels;
    },
  });

/** With the countries that a region ships to. */
export const regionCountriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["regions", "countries"],
    staleTime: RARELY,
    async queryFn() {
      const fields = "id,name,currency_code,includes_tax,tax_rate";
      const query = { limit: 1_000, fields, expand: "countries" };
      return (await api.GET("/admin/regions", { params: { query } })).data!.regions;
    },
  });

type Regions = Awaited<ReturnType<NonNullable<ReturnType<typeof regionCountriesQuery>["queryFn"]>>>;

/** The countries that a region ships to. */
export const countriesOf = (regions: Regions | undefined, regionId: string): string[] =>
  (regions?.find(({ id }) => id === regionId)?.countries ?? []).map(({ iso_2 }) => iso_2);
