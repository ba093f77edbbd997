import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { reportWork } from "./report-jobs.ts";
import { reportRoutes } from "./report-routes.ts";

export const reports = defineModule({
  name: "reporting/reports",
  routes: [reportRoutes],
  apiNotes,
  adminPaths: { reports: "analytics" },
  work: reportWork,
});
