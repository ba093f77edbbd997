import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@tradewind/client";
import { catchLostFocus } from "../page/lost-focus.ts";
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

// A button is drawn as pending before the second click of a double click, so nothing is done twice.
notifyManager.setScheduler(queueMicrotask);

function makeMutationCache(): MutationCache {
  const cache = new MutationCache({ onError, onMutate });
  cache.subscribe((event) => {
    if (event.type === "updated" && ["success", "error"].includes(event.action.type)) catchLostFocus();
  });
  return cache;
}

export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: makeMutationCache(),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The client sends a request again where that helps.
        retry: false,
      },
    },
  });
