import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../../data/session/shell-route.ts";
import {
  listParam,
  orderParam,
  pageParam,
  textParam,
  withoutEmpty,
} from "../../../kit/list/search-params.ts";
import { DRAFT_SORTS, DRAFT_STATUSES, type DraftsSearch } from "./draft-queries.ts";

const drafts = createRoute({
  getParentRoute: () => shellRoute,
  path: "/draft-orders",
  validateSearch: (given: Record<string, unknown>): DraftsSearch =>
    withoutEmpty<DraftsSearch>({
      q: textParam(given["q"]),
      status: listParam(given["status"], DRAFT_STATUSES),
      order: orderParam(given["order"], Object.values(DRAFT_SORTS)),
      page: pageParam(given["page"]),
    }),
}).lazy(() => import("./drafts-page.tsx").then(({ draftsRoute }) => draftsRoute));

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: "/draft-orders/new",
  validateSearch: (given: Record<string, unknown>): { customer?: string } =>
    withoutEmpty<{ customer?: string }>({ customer: textParam(given["customer"]) }),
}).lazy(() => import("./new-draft-page.tsx").then(({ newDraftRoute }) => newDraftRoute));

const draft = createRoute({ getParentRoute: () => shellRoute, path: "/draft-orders/$id" }).lazy(() =>
  import("./draft-page.tsx").then(({ draftRoute }) => draftRoute),
);

export const draftRoutes = [drafts, create, draft] as const;
