import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, redirect } from "@tanstack/react-router";
import type { Api } from "../api/api.ts";
import { loadPageTexts } from "../i18n/translations.ts";
import { permissionsQuery } from "../session/permissions.ts";
import { hasLoggedIn, sessionQuery } from "../session/session-queries.ts";
import { sessionResumed } from "../session/session-state.ts";
import { NotFoundPage } from "./not-found-page.tsx";
import { PageError } from "./page-error.tsx";
import { Shell } from "./shell.tsx";

export interface RouterContext {
  api: Api;
  queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFoundPage });

/** The parent of every page but the login: they need a logged-in user. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: Shell,
  errorComponent: PageError,
  async beforeLoad({ context: { api, queryClient }, location, matches }) {
    const isHome = matches.at(-1)?.routeId === "/shell/";
    // All at once: each of them is a way to the server and back.
    const [user] = await Promise.all([
      queryClient.ensureQueryData(sessionQuery(api)),
      hasLoggedIn() && queryClient.prefetchQuery(permissionsQuery(api)),
      isHome || loadPageTexts(),
    ]);
    if (!user) {
      // The permissions may have been refused as well: the login page asks for the password, nobody else.
      sessionResumed();
      throw redirect({ to: "/login", search: { to: location.href } });
    }
    await queryClient.ensureQueryData(permissionsQuery(api));
  },
});
