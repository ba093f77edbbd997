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
  /** Begins to load the parts of plugins. */
  startPlugins(plugins: readonly PluginModule[], permissions: ReadonlySet<string>): void;
}

/** A plugin with parts in the dashboard, and the path of its module below the address of the dashboard. */
export interface PluginModule {
  name: string;
  module: string;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()();

interface Match {
  routeId: string;
}

/** The texts of home are there from the start. */
export const needsPageTexts = (matches: readonly Match[]): boolean =>
  matches.some(({ routeId }) => routeId === shellRoute.id) && matches.at(-1)?.routeId !== "/shell/";

export const fetchSession = ({ api, queryClient }: Pick<RouterContext, "api" | "queryClient">) =>
  queryClient.ensureQueryData(sessionQuery(api));

/** For the loaders of routes, which begin to read what a page shows while its code is loaded. */
export const isAllowed = ({ api, queryClient }: RouterContext, needs: Permission): boolean =>
  queryClient.getQueryData(sessionQuery(api).queryKey)?.permissions.has(needs) ?? false;

/** The parent of every page but the login: they need a logged-in user. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  errorComponent: PageError,
  async beforeLoad({ context, location, matches }) {
    const [session] = await Promise.all([fetchSession(context), needsPageTexts(matches) && loadPageTexts()]);
    if (!session) {
      // A refused request must not open the dialog of an ended session over the login page.
      sessionResumed();
      throw redirect({ to: "/login", search: { to: location.href } });
    }
    if (session.plugins) context.startPlugins(session.plugins, session.permissions);
  },
});
