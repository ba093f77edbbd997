import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../data/session/shell-route.ts";
import { orderParam, pageParam, textParam, withoutEmpty } from "../../kit/list/search-params.ts";
import { countLineSearch, countsSearch } from "./counts/count-search.ts";
import { historySearch } from "./history-search.ts";
import { lowSearch } from "./low-search.ts";
import { RESERVATION_SORTS, type ReservationSearch } from "./reservation-search.ts";
import { newTransferSearch, transferSearch } from "./transfers/transfer-search.ts";

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
  validateSearch: ({ location, item, order, page }: Given): ReservationSearch =>
    withoutEmpty({
      location: textParam(location),
      item: textParam(item),
      order: orderParam(order, Object.values(RESERVATION_SORTS)),
      page: pageParam(page),
    }),
}).lazy(() => import("./reservations-page.tsx").then(({ reservationsRoute }) => reservationsRoute));

const history = createRoute({
  getParentRoute: () => shellRoute,
  path: "/stock/history",
  validateSearch: historySearch,
}).lazy(() => import("./history-page.tsx").then(({ historyRoute }) => historyRoute));

const transfers = createRoute({
  getParentRoute: () => shellRoute,
  path: "/stock/transfers",
  validateSearch: transferSearch,
}).lazy(() => import("./transfers/transfers-page.tsx").then(({ transfersRoute }) => transfersRoute));

const newTransfer = createRoute({
  getParentRoute: () => shellRoute,
  path: "/stock/transfers/new",
  validateSearch: newTransferSearch,
}).lazy(() => import("./transfers/new-transfer-page.tsx").then(({ newTransferRoute }) => newTransferRoute));

const transfer = createRoute({ getParentRoute: () => shellRoute, path: "/stock/transfers/$id" }).lazy(() =>
  import("./transfers/transfer-page.tsx").then(({ transferRoute }) => transferRoute),
);

const counts = createRoute({
  getParentRoute: () => shellRoute,
  path: "/stock/counts",
  validateSearch: countsSearch,
}).lazy(() => import("./counts/counts-page.tsx").then(({ countsRoute }) => countsRoute));

const count = createRoute({
  getParentRoute: () => shellRoute,
  path: "/stock/counts/$id",
  validateSearch: countLineSearch,
}).lazy(() => import("./counts/count-page.tsx").then(({ countRoute }) => countRoute));

export const stockRoutes = [
  stock,
  low,
  reservations,
  history,
  transfers,
  newTransfer,
  transfer,
  counts,
  count,
] as const;
