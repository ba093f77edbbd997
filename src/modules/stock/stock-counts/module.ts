import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { stockCountEvents } from "./events.ts";
import { stockCountRoutes } from "./stock-count-routes.ts";
import { stockCountEntities } from "./stock-counts-graph.ts";

export const stockCounts = defineModule({
  name: "stock/stock-counts",
  entities: stockCountEntities,
  routes: [stockCountRoutes],
  apiNotes,
  adminPaths: { "stock-counts": "stock" },
  events: stockCountEvents,
  eventAreas: { "stock-count": "stock" },
});
