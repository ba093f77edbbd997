import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../data/session/shell-route.ts";
import { pageParam, textParam, withoutEmpty } from "../../kit/list/search-params.ts";
import { customersSearch } from "./customers/customers-search.ts";
import { tagsSearch } from "./tags/tags-search.ts";

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
}).lazy(() => import("./customers/customers-page.tsx").then(({ customersRoute }) => customersRoute));

const customer = createRoute({ getParentRoute: () => shellRoute, path: "/customers/$id" }).lazy(() =>
  import("./customers/customer-page.tsx").then(({ customerRoute }) => customerRoute),
);

const groups = createRoute({
  getParentRoute: () => shellRoute,
  path: "/customer-groups",
  validateSearch: found,
}).lazy(() => import("./customer-groups/groups-page.tsx").then(({ groupsRoute }) => groupsRoute));

const group = createRoute({
  getParentRoute: () => shellRoute,
  path: "/customer-groups/$id",
  validateSearch: found,
}).lazy(() => import("./customer-groups/group-page.tsx").then(({ groupRoute }) => groupRoute));

const tags = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tags",
  validateSearch: tagsSearch,
}).lazy(() => import("./tags/tags-page.tsx").then(({ tagsRoute }) => tagsRoute));

const segments = createRoute({
  getParentRoute: () => shellRoute,
  path: "/segments",
  validateSearch: found,
}).lazy(() => import("./segments/segments-page.tsx").then(({ segmentsRoute }) => segmentsRoute));

export const customerRoutes = [customers, customer, groups, group, tags, segments] as const;
