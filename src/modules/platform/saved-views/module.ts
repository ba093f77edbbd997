import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { savedViewEvents } from "./events.ts";
import { savedViewRoutes } from "./saved-view-routes.ts";
import { savedViewsEntities } from "./saved-views-graph.ts";

export const savedViews = defineModule({
  name: "platform/saved-views",
  entities: savedViewsEntities,
  routes: [savedViewRoutes],
  apiNotes,
  adminPaths: { "saved-views": null },
  events: savedViewEvents,
  eventAreas: { "saved-view": "settings" },
});
