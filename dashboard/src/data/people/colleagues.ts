import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";

interface Named {
  email?: string | null;
  first_name?: string | null;
  last_name?: string | null;
}

/** A colleague by name, or by email without one. */
export const colleagueName = ({ email, first_name, last_name }: Named) =>
  [first_name, last_name].filter(Boolean).join(" ") || (email ?? "");

/** Most shops have fewer. */
const MOST = 200;

export const colleaguesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["colleagues"],
    staleTime: 60_000,
    queryFn: async () =>
      (await api.GET("/admin/users/colleagues", { params: { query: { limit: MOST } } })).data!.colleagues,
  });
