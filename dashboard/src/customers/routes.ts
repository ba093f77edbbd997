import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { pageParam, textParam, withoutEmpty } from "../table/search-params.ts";
import { customersSearch } from "./customers-search.ts";

interface FoundSearch {
  q?: string;
  page?: number;
}

const found = (given: Record<string, unknown>): FoundSearch =>
  withoutEmpty<FoundSearch>({ q: textParam(given["q"]), page: pageParam(given["page"]) });

const customers = createRoute({
  getParentRoute: () => shellRoute,
  path: "/customers",
  validateSearch: customersSearch,
}).lazy(() => import("./customers-page.tsx").then(({ customersRoute }) => customersRoute));

const customer = createRoute({ getParentRoute: () => shellRoute, path: "/customers/$id" }).lazy(() =>
  import("./customer-page.tsx").then(({ customerRoute }) => customerRoute),
);

const groups = createRoute({
  getParentRoute: () => shellRoute,
  path: "/customer-groups",
  validateSearch: found,
}).lazy(() => import("./groups-page.tsx").then(({ groupsRoute }) => groupsRoute));

const group = createRoute({
  getParentRoute: () => shellRoute,
  path: "/customer-groups/$id",
  validateSearch: found,
}).lazy(() => import("./group-page.tsx").then(({ groupRoute }) => groupRoute));

export const customerRoutes = [customers, customer, groups, group] as const;
