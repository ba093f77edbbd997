import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, useApi } from "../../kit/api/api.ts";
import type { Permission } from "./permission.ts";
import { sessionQuery } from "./session-queries.ts";

export type { Permission } from "./permission.ts";

/** What the logged-in user may do. In a shop without roles that is everything. */
export const permissionsQuery = (api: Api) =>
  queryOptions({ ...sessionQuery(api), select: (session) => session?.permissions ?? NONE });

const NONE: ReadonlySet<string> = new Set();

/** Whether the user has all of them. The server refuses what is not allowed; pages only hide it. */
export function useMay(): (needed: Permission | readonly Permission[]) => boolean {
  const { data } = useQuery(permissionsQuery(useApi()));
  return (needed) => [needed].flat().every((each) => data?.has(each) ?? false);
}
