export { auditRoutes } from "./audit-routes.ts";
export { installAuditLog } from "./audit-store.ts";
