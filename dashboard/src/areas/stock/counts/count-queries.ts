import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";
import type { CountLineSearch, CountsSearch } from "./count-search.ts";

export type Count = Schemas["AdminStockCount"];
export type CountLine = Schemas["AdminStockCountLine"];

export const COUNT_PAGE = 50;
export const LINE_PAGE = 100;

export const countsQuery = (api: Api, { page = 1, order = "-number" }: CountsSearch) =>
  queryOptions({
    queryKey: ["stock", "counts", order, page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { limit: COUNT_PAGE, offset: (page - 1) * COUNT_PAGE, order };
      return (await api.GET("/admin/stock-counts", { params: { query } })).data!;
    },
  });

export const countQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["stock", "count", id],
    queryFn: async () =>
      (await api.GET("/admin/stock-counts/{id}", { params: { path: { id } } })).data!.stock_count,
  });

export const countLinesQuery = (api: Api, id: string, { state, q, page = 1 }: CountLineSearch) =>
  queryOptions({
    queryKey: ["stock", "count-lines", id, { state, q, page }],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        limit: LINE_PAGE,
        offset: (page - 1) * LINE_PAGE,
        ...(state && { state }),
        ...(q && { q }),
      };
      return (await api.GET("/admin/stock-counts/{id}/lines", { params: { path: { id }, query } })).data!;
    },
  });
