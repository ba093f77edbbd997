import { shown } from "../../../http/openapi/named-views.ts";
import { page, type Routes } from "../../../http/routes.ts";
import { auditLog, listAuditEntries } from "./audit-schemas.ts";

export const auditRoutes: Routes = (app, { config, graph }) => {
  app.get(
    "/admin/audit-log",
    {
      schema: {
        tags: ["Audit log"],
        summary: "List audit entries",
        description: "Every request by which a user changed something, newest first.",
        querystring: auditLog.querystring,
        response: page("entries", shown("AdminAuditEntry", auditLog.view)),
      },
    },
    (request) => listAuditEntries(graph, request.query, config),
  );
};
