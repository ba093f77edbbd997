import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@tradewind/client";
import { sessionEnded } from "./session-state.ts";

const isRefused = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** After the end of a session, the login opens above the page. */
const onError = (error: Error) => {
  if (error instanceof ApiError && error.status === 401) sessionEnded();
};

export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A refused request is refused again; a server that restarts answers soon.
        retry: (failures, error) => !isRefused(error) && failures < 3,
      },
    },
  });
