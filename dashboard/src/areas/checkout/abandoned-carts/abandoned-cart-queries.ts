import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";
import {
  dayParam,
  daysBetween,
  oneOfParam,
  pageParam,
  withoutEmpty,
} from "../../../kit/list/search-params.ts";

export const PAGE_SIZE = 50;

export const CONTACTED = ["open", "contacted"] as const;
export const IDLE = ["1", "4", "24", "168"] as const;

export interface CartsSearch {
  contacted?: (typeof CONTACTED)[number];
  idle?: (typeof IDLE)[number];
  from?: string;
  to?: string;
  page?: number;
}

export const cartsSearch = (given: Record<string, unknown>): CartsSearch =>
  withoutEmpty<CartsSearch>({
    contacted: oneOfParam(given["contacted"], CONTACTED),
    idle: oneOfParam(String(given["idle"] ?? ""), IDLE),
    from: dayParam(given["from"]),
    to: dayParam(given["to"]),
    page: pageParam(given["page"]),
  });

/** What the API gets for the filters. */
function filtersOf({ contacted, idle, ...days }: CartsSearch) {
  const { start, end } = daysBetween(days);
  return {
    ...(contacted && { contacted: contacted === "contacted" }),
    ...(idle && { idle_hours: Number(idle) }),
    ...(start && { from: start }),
    ...(end && { to: end }),
  };
}

export const cartsQuery = (api: Api, { page = 1, ...search }: CartsSearch) =>
  queryOptions({
    queryKey: ["abandoned-carts", search, page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { ...filtersOf(search), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      return (await api.GET("/admin/abandoned-carts", { params: { query } })).data!;
    },
  });

export const cartQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["abandoned-carts", id],
    queryFn: async () =>
      (await api.GET("/admin/abandoned-carts/{id}", { params: { path: { id } } })).data!.abandoned_cart,
  });

export type AbandonedCart = Awaited<ReturnType<NonNullable<ReturnType<typeof cartQuery>["queryFn"]>>>;
export type ListedCart = Awaited<
  ReturnType<NonNullable<ReturnType<typeof cartsQuery>["queryFn"]>>
>["abandoned_carts"][number];

export const setContacted = (api: Api, id: string, contacted: boolean) =>
  api.POST("/admin/abandoned-carts/{id}", { params: { path: { id } }, body: { contacted } });

/** The carts of the list as a file. */
export async function readCsv(api: Api, { page: _, ...search }: CartsSearch): Promise<string> {
  const query = filtersOf(search);
  const { data } = await api.GET("/admin/abandoned-carts/export", { params: { query }, parseAs: "text" });
  return data as string;
}
