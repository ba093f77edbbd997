export { auditRoutes } from "./audit-routes.ts";
export { deleteOldEntries, installAuditLog } from "./audit-store.ts";
