import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useApi } from "../api/api.ts";
import { type Credentials, logIn } from "./session-queries.ts";
import { sessionResumed } from "./session-state.ts";

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
