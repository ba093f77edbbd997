export { auditRoutes } from "./audit-routes.ts";
export { keepAudit } from "./use-cases/keep-audit.ts";
