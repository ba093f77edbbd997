import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Credentials, logIn } from "../../data/session/session-queries.ts";
import { useApi } from "../../kit/api/api.ts";
import { sessionResumed } from "../../kit/api/session-state.ts";

export const SHORTEST_PASSWORD = 8;

/** Logs in with a password that was just set, and opens the dashboard. */
export function useEnter(): (credentials: Credentials) => Promise<void> {
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (credentials) => {
    await logIn(api, credentials);
    queryClient.clear();
    sessionResumed();
    await navigate({ to: "/" });
  };
}
