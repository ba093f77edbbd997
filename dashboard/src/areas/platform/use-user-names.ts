import { useQuery } from "@tanstack/react-query";
import { useMay } from "../../data/session/permissions.ts";
import { useApi } from "../../kit/api/api.ts";
import { usersQuery } from "./system-queries.ts";

/** The emails of users by id, for those who may read the team. */
export function useUserNames(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery({ ...usersQuery(useApi()), enabled: useMay()("team:read") });
  return new Map(data.map(({ id, email }) => [id, email]));
}
