import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, redirect } from "@tanstack/react-router";
import { loadPageTexts } from "../../i18n/translations.ts";
import type { Api } from "../../kit/api/api.ts";
import { sessionResumed } from "../../kit/api/session-state.ts";
import { PageError } from "../../kit/page/page-error.tsx";
import type { Permission } from "./permissions.ts";
import { sessionQuery } from "./session-queries.ts";

export interface RouterContext {
  api: Api;
  queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()();

interface Match {
  routeId: string;
}

/** The texts of home are there from the start. */
export const needsPageTexts = (matches: readonly Match[]): boolean =>
  matches.some(({ routeId }) => routeId === shellRoute.id) && matches.at(-1)?.routeId !== "/shell/";

export const fetchSession = ({ api, queryClient }: RouterContext) =>
  queryClient.ensureQueryData(sessionQuery(api));

/** For the loaders of routes, which begin to read what a page shows while its code is loaded. */
export const isAllowed = ({ api, queryClient }: RouterContext, needs: Permission): boolean =>
  queryClient.getQueryData(sessionQuery(api).queryKey)?.permissions.has(needs) ?? false;

/** The parent of every page but the login: they need a logged-in user. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  errorComponent: PageError,
  async beforeLoad({ context: { api, queryClient }, location, matches }) {
    const [session] = await Promise.all([
      fetchSession({ api, queryClient }),
      needsPageTexts(matches) && loadPageTexts(),
    ]);
    if (!session) {
      // A refused request must not open the dialog of an ended session over the login page.
      sessionResumed();
      throw redirect({ to: "/login", search: { to: location.href } });
    }
  },
});
