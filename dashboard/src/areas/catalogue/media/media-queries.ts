import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";
import { pageParam, textParam, withoutEmpty } from "../../../kit/list/search-params.ts";

export const MEDIA_PAGE = 50;

export interface MediaSearch {
  q?: string;
  page?: number;
}

export const mediaSearch = ({ q, page }: Record<string, unknown>): MediaSearch =>
  withoutEmpty<MediaSearch>({ q: textParam(q), page: pageParam(page) });

export type Media = Omit<Schemas["AdminMedia"], "uses"> & { uses: { id: string; title: string }[] };

async function readMedia(api: Api, query: { q?: string; pictures?: boolean; limit: number; offset: number }) {
  const { data } = await api.GET("/admin/uploads", { params: { query } });
  return { count: data!.count, media: data!.media as unknown as Media[] };
}

export const mediaQuery = (api: Api, { q, page = 1 }: MediaSearch) =>
  queryOptions({
    queryKey: ["media", q ?? "", page],
    placeholderData: keepPreviousData,
    queryFn: () => readMedia(api, { ...(q && { q }), limit: MEDIA_PAGE, offset: (page - 1) * MEDIA_PAGE }),
  });

export const PICKED_PAGE = 24;

/** Pictures to choose from. */
export const pickedMediaQuery = (api: Api, q: string, page: number) =>
  queryOptions({
    queryKey: ["media", "pictures", q, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      readMedia(api, {
        ...(q && { q }),
        pictures: true,
        limit: PICKED_PAGE,
        offset: (page - 1) * PICKED_PAGE,
      }),
  });
