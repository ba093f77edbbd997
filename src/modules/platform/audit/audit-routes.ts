import { page, type Routes } from "../../../http/routes.ts";
import { auditLog, shownEntry } from "./audit-schemas.ts";

export const auditRoutes: Routes = (app, { config, graph }) => {
  app.get(
    "/admin/audit-log",
    {
      schema: {
        tags: ["Audit log"],
        summary: "List what users have changed",
        description: "Newest first: who sent which request, and when it changed something.",
        querystring: auditLog.querystring,
        response: page("entries", "audit_entry"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await auditLog.read(graph, request.query, config);
      return { entries: rows.map(shownEntry), ...paging };
    },
  );
};
