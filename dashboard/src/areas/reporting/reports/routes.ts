import { createRoute, notFound } from "@tanstack/react-router";
import { shellRoute } from "../../../data/session/shell-route.ts";
import { NotFoundPage } from "../../../kit/page/not-found-page.tsx";
import { isKind } from "./report-kinds.ts";
import { reportSearch } from "./report-search.ts";

const reports = createRoute({ getParentRoute: () => shellRoute, path: "/reports" }).lazy(() =>
  import("./reports-page.tsx").then(({ reportsRoute }) => reportsRoute),
);

const report = createRoute({
  getParentRoute: () => shellRoute,
  path: "/reports/$kind",
  validateSearch: reportSearch,
  beforeLoad({ params }) {
    if (!isKind(params.kind)) throw notFound();
  },
  // Beside the menu, and not in place of it.
  notFoundComponent: NotFoundPage,
}).lazy(() => import("./report-page.tsx").then(({ reportRoute }) => reportRoute));

export const reportRoutes = [reports, report] as const;
