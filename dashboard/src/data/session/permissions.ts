import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, useApi } from "../../kit/api/api.ts";

/** `orders:read`, `payments:write`: an area of /admin/permissions, and whether the user may read or change it. */
export type Permission = `${string}:read` | `${string}:write`;

/** What the logged-in user may do. In a shop without roles that is everything. */
export const permissionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["session", "permissions"],
    staleTime: 60_000,
    queryFn: async () => new Set((await api.GET("/admin/permissions/me")).data!.permissions),
  });

/** The server refuses what is not allowed; pages only hide it. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useQuery(permissionsQuery(useApi()));
  return (permission) => data?.has(permission) ?? false;
}
