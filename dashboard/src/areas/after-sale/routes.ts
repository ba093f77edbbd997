import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../data/session/shell-route.ts";
import { oneOfParam, withoutEmpty } from "../../kit/list/search-params.ts";
import { KINDS, type Kind, returnsSearch } from "./returns-search.ts";

const inbox = createRoute({
  getParentRoute: () => shellRoute,
  path: "/returns",
  validateSearch: returnsSearch,
}).lazy(() => import("./inbox/inbox-page.tsx").then(({ inboxRoute }) => inboxRoute));

const exchange = createRoute({
  getParentRoute: () => shellRoute,
  path: "/orders/$id/exchange",
  validateSearch: (given: Record<string, unknown>): { kind?: Kind } =>
    withoutEmpty<{ kind?: Kind }>({ kind: oneOfParam(given["kind"], KINDS) }),
}).lazy(() => import("./flow/exchange-page.tsx").then(({ exchangeRoute }) => exchangeRoute));

const edit = createRoute({ getParentRoute: () => shellRoute, path: "/orders/$id/edit" }).lazy(() =>
  import("./order-edits/order-edit-page.tsx").then(({ orderEditRoute }) => orderEditRoute),
);

export const afterSaleRoutes = [inbox, exchange, edit] as const;
