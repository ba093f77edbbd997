import { createRoute } from "@tanstack/react-router";
import { isAllowed, shellRoute } from "../../../data/session/shell-route.ts";
import {
  cartsQuery,
  latestOrdersQuery,
  seriesQuery,
  summaryQuery,
  toDoQuery,
  topQuery,
} from "./home-queries.ts";
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
    void queryClient.prefetchQuery(summaryQuery(api, period));
    void queryClient.prefetchQuery(seriesQuery(api, period));
    void queryClient.prefetchQuery(topQuery(api, period));
    void queryClient.prefetchQuery(cartsQuery(api, period));
  },
}).lazy(() => import("./home-page.tsx").then(({ homeRoute }) => homeRoute));

export const homeRoutes = [home] as const;
