import { createRoute, redirect } from "@tanstack/react-router";
import { sessionQuery } from "../../data/session/session-queries.ts";
import { shellRoute } from "../../data/session/shell-route.ts";
import { SYSTEM_PAGES } from "./system-pages.ts";

export const systemRoute = createRoute({ getParentRoute: () => shellRoute, path: "/system" }).lazy(() =>
  import("./system-layout.tsx").then(({ systemRoute }) => systemRoute),
);

/** The first page that the user may see. */
export const systemStart = createRoute({
  getParentRoute: () => systemRoute,
  path: "/",
  async beforeLoad({ context: { api, queryClient } }) {
    const session = await queryClient.ensureQueryData(sessionQuery(api));
    const first = SYSTEM_PAGES.find(({ needs }) => session?.permissions.has(needs));
    throw redirect({ to: first?.to ?? "/" });
  },
});
