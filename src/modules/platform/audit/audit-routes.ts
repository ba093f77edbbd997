import { page, type Routes } from "../../../http/routes.ts";
import { auditLog, entryForResponse } from "./audit-schemas.ts";

export const auditRoutes: Routes = (app, { config, graph }) => {
  app.get(
    "/admin/audit-log",
    {
      schema: {
        tags: ["Audit log"],
        summary: "List audit entries",
        description: "Every request by which a user changed something, newest first.",
        querystring: auditLog.querystring,
        response: page("entries", "audit_entry"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await auditLog.read(graph, request.query, config);
      return { entries: rows.map(entryForResponse), ...paging };
    },
  );
};
