import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { firstRunRoutes } from "./first-run-routes.ts";

export const firstRun = defineModule({
  name: "reporting/first-run",
  routes: [firstRunRoutes],
  apiNotes,
  adminPaths: { "first-run": "settings" },
});
