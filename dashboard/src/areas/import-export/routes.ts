import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../data/session/shell-route.ts";
import { importsSearch, newImportSearch } from "./import-search.ts";

const imports = createRoute({
  getParentRoute: () => shellRoute,
  path: "/imports",
  validateSearch: importsSearch,
}).lazy(() => import("./jobs/imports-page.tsx").then(({ importsRoute }) => importsRoute));

const newImport = createRoute({
  getParentRoute: () => shellRoute,
  path: "/imports/new",
  validateSearch: newImportSearch,
}).lazy(() => import("./new-import/new-import-page.tsx").then(({ newImportRoute }) => newImportRoute));

const batchJob = createRoute({ getParentRoute: () => shellRoute, path: "/imports/$id" }).lazy(() =>
  import("./jobs/batch-job-page.tsx").then(({ batchJobRoute }) => batchJobRoute),
);

export const importRoutes = [imports, newImport, batchJob] as const;
