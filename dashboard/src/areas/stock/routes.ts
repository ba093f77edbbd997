import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../data/session/shell-route.ts";
import { pageParam, textParam, withoutEmpty } from "../../kit/list/search-params.ts";
import { lowSearch } from "./low-search.ts";

type Given = Record<string, unknown>;

const stock = createRoute({
  getParentRoute: () => shellRoute,
  path: "/stock",
  validateSearch: ({ q, page }: Given): { q?: string; page?: number } =>
    withoutEmpty({ q: textParam(q), page: pageParam(page) }),
}).lazy(() => import("./stock-page.tsx").then(({ stockRoute }) => stockRoute));

const low = createRoute({
  getParentRoute: () => shellRoute,
  path: "/stock/low",
  validateSearch: lowSearch,
}).lazy(() => import("./low-stock-page.tsx").then(({ lowStockRoute }) => lowStockRoute));

const reservations = createRoute({
  getParentRoute: () => shellRoute,
  path: "/stock/reservations",
  validateSearch: ({ location, page }: Given): { location?: string; page?: number } =>
    withoutEmpty({ location: textParam(location), page: pageParam(page) }),
}).lazy(() => import("./reservations-page.tsx").then(({ reservationsRoute }) => reservationsRoute));

const history = createRoute({
  getParentRoute: () => shellRoute,
  path: "/stock/history",
  validateSearch: ({ page }: Given): { page?: number } => withoutEmpty({ page: pageParam(page) }),
}).lazy(() => import("./history-page.tsx").then(({ historyRoute }) => historyRoute));

export const stockRoutes = [stock, low, reservations, history] as const;
