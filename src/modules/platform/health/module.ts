import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { healthRoutes } from "./health-routes.ts";

export const health = (needs: Parameters<typeof healthRoutes>[0]) =>
  defineModule({
    name: "platform/health",
    routes: [healthRoutes(needs)],
    apiNotes,
    adminPaths: { health: "jobs" },
  });
