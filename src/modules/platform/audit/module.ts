import { type Cleanups, defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { auditEntities } from "./audit-graph.ts";
import { auditRoutes } from "./audit-routes.ts";
import { deleteOldEntries } from "./audit-store.ts";

export const audit = defineModule({
  name: "platform/audit",
  entities: auditEntities,
  routes: [auditRoutes],
  apiNotes,
  areas: { audit: "read" },
  adminPaths: { "audit-log": "audit" },
  cleanups: ({ auditDays }): Cleanups =>
    auditDays > 0 ? { audit: (tx) => deleteOldEntries(tx, auditDays) } : {},
});
