import { createRoute } from "@tanstack/react-router";
import { isAllowed, shellRoute } from "../../../data/session/shell-route.ts";
import { homeRoute } from "./home-page.tsx";
import { figuresQuery, latestOrdersQuery, toDoQuery } from "./home-queries.ts";
import { homeSearch, periodOf } from "./home-search.ts";

const home = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  validateSearch: homeSearch,
  loaderDeps: ({ search }) => periodOf(search),
  loader({ context, deps: period }) {
    const { api, queryClient } = context;
    void queryClient.prefetchQuery(toDoQuery(api));
    if (isAllowed(context, "orders:read")) void queryClient.prefetchQuery(latestOrdersQuery(api));
    if (!isAllowed(context, "analytics:read")) return;
    void queryClient.prefetchQuery(figuresQuery(api, period));
  },
  // The first page of most users is a part of the start.
}).lazy(() => Promise.resolve(homeRoute));

export const homeRoutes = [home] as const;
