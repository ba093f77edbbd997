import { defineModule } from "../../../module/define-module.ts";
import { analyticsWork } from "./analytics-jobs.ts";
import { analyticsRoutes } from "./analytics-routes.ts";
import { apiNotes } from "./api-notes.ts";

export const analytics = defineModule({
  name: "reporting/analytics",
  routes: [analyticsRoutes],
  apiNotes,
  areas: { analytics: "read" },
  adminPaths: { analytics: "analytics" },
  work: analyticsWork,
});
