import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@tradewind/client";
import { sessionEnded } from "./session-state.ts";

/** After the end of a session, the login opens above the page. */
const onError = (error: Error) => {
  if (error instanceof ApiError && error.status === 401) sessionEnded();
};

/** Nothing is saved while the page shows an amount that cannot be read: what was stored before would be saved in its place. */
export class UnreadableInput extends Error {}

const onMutate = () => {
  if (document.querySelector("[data-unreadable]")) throw new UnreadableInput();
};

export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError, onMutate }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The client sends a request again where that helps.
        retry: false,
      },
    },
  });
