import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { regionEvents } from "./events.ts";
import { regionAssignmentRoutes } from "./region-assignment-routes.ts";
import { regionRoutes } from "./region-routes.ts";
import { regionsEntities } from "./regions-graph.ts";

export const regions = defineModule({
  name: "shop/regions",
  entities: regionsEntities,
  routes: [regionAssignmentRoutes, regionRoutes],
  apiNotes,
  adminPaths: { regions: "settings" },
  events: regionEvents,
  eventAreas: { region: "settings" },
});
