import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";

/** Read again when the event stream says so; without a stream, every minute. */
export const unreadQuery = (api: Api, hasStream: boolean) =>
  queryOptions({
    queryKey: ["notices", "unread"],
    refetchInterval: hasStream ? false : 60_000,
    queryFn: async () => (await api.GET("/admin/notices/unread")).data!.unread,
  });

const readPage = async (api: Api, before: string | undefined) =>
  (await api.GET("/admin/notices", { params: { query: before === undefined ? {} : { before } } })).data!;

export const noticesQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ["notices", "list"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => readPage(api, pageParam),
    getNextPageParam: ({ has_more, notices }) => (has_more ? notices.at(-1)?.id : undefined),
  });

export type Notice = Awaited<ReturnType<typeof readPage>>["notices"][number];

export const noticeKindsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["notices", "kinds"],
    queryFn: async () => (await api.GET("/admin/notices/kinds")).data!.kinds,
  });

export const markRead = (api: Api, read: { ids: string[] } | { up_to: string }) =>
  api.POST("/admin/notices/read", { body: read });

export const muteKinds = (api: Api, muted: string[]) =>
  api.POST("/admin/notices/kinds", { body: { muted: muted as never[] } });
