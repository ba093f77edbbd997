import { createRoute } from "@tanstack/react-router";
import { systemRoute, systemStart } from "./system-route.ts";
import { auditSearch, eventSearch, jobSearch } from "./system-search.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

const events = createRoute({
  getParentRoute: () => systemRoute,
  path: "/events",
  validateSearch: eventSearch,
}).lazy(() => import("./events/events-page.tsx").then(({ eventsRoute }) => eventsRoute));

const audit = createRoute({
  getParentRoute: () => systemRoute,
  path: "/audit",
  validateSearch: auditSearch,
}).lazy(() => import("./audit/audit-page.tsx").then(({ auditRoute }) => auditRoute));

const jobs = createRoute({
  getParentRoute: () => systemRoute,
  path: "/jobs",
  validateSearch: jobSearch,
}).lazy(() => import("./jobs/jobs-page.tsx").then(({ jobsRoute }) => jobsRoute));

const health = createRoute({ getParentRoute: () => systemRoute, path: "/health" }).lazy(() =>
  import("./health/health-page.tsx").then(({ healthRoute }) => healthRoute),
);

export const systemRoutes = [
  systemRoute.addChildren([systemStart, ...webhookRoutes, events, audit, jobs, health]),
] as const;
