import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../data/session/shell-route.ts";
import { fieldsParam } from "../../kit/list/field-filters.ts";
import { orderParam, pageParam, textParam, withoutEmpty } from "../../kit/list/search-params.ts";
import { GROUP_SORTS } from "./customer-groups/groups-search.ts";
import { customersSearch } from "./customers/customers-search.ts";
import { SEGMENT_SORTS } from "./segments/segments-search.ts";
import { tagsSearch } from "./tags/tags-search.ts";

interface FoundSearch {
  q?: string;
  page?: number;
}

const found = (given: Record<string, unknown>): FoundSearch =>
  withoutEmpty<FoundSearch>({ q: textParam(given["q"]), page: pageParam(given["page"]) });

/** The same for a list that columns sort. */
const sorted = (sorts: Record<string, string>) => (given: Record<string, unknown>) =>
  withoutEmpty<FoundSearch & { order?: string; fields?: string[] }>({
    ...found(given),
    fields: fieldsParam(given["fields"]),
    order: orderParam(given["order"], Object.values(sorts)),
  });

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
  validateSearch: sorted(GROUP_SORTS),
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
  validateSearch: sorted(SEGMENT_SORTS),
}).lazy(() => import("./segments/segments-page.tsx").then(({ segmentsRoute }) => segmentsRoute));

export const customerRoutes = [customers, customer, groups, group, tags, segments] as const;
