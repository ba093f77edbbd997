import { defineModule } from "../../../module/define-module.ts";
import { analyticsConfigRoutes } from "./analytics-config-routes.ts";
import { analyticsConfigsEntities } from "./analytics-configs-graph.ts";
import { apiNotes } from "./api-notes.ts";

export const analyticsConfigs = defineModule({
  name: "platform/analytics-configs",
  entities: analyticsConfigsEntities,
  routes: [analyticsConfigRoutes],
  apiNotes,
  adminPaths: { "analytics-configs": null },
});
