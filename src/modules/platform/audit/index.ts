export { installAuditLog } from "./audit-store.ts";
