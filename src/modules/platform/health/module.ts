import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { healthRoutes } from "./health-routes.ts";

/** The cache of carts is above it. */
export const health = (needs: Parameters<typeof healthRoutes>[0]) =>
  defineModule({
    name: "platform/health",
    routes: [healthRoutes(needs)],
    apiNotes,
    // What works behind the shop, as the jobs do.
    adminPaths: { health: "jobs" },
  });
