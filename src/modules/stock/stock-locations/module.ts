import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { stockLocationEvents } from "./events.ts";
import { stockLocationRoutes } from "./stock-location-routes.ts";
import { stockLocationsEntities } from "./stock-locations-graph.ts";

export const stockLocations = defineModule({
  name: "stock/stock-locations",
  entities: stockLocationsEntities,
  routes: [stockLocationRoutes],
  apiNotes,
  adminPaths: { "stock-locations": "stock" },
  events: stockLocationEvents,
  eventAreas: { "stock-location": "stock" },
});
