import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { swapEvents } from "./events.ts";
import { orderSwapRoutes, storeSwapRoutes, swapRoutes } from "./swap-routes.ts";
import { swapsEntities } from "./swaps-graph.ts";

export const swaps = defineModule({
  name: "after-sale/swaps",
  entities: swapsEntities,
  routes: [orderSwapRoutes, storeSwapRoutes, swapRoutes],
  apiNotes,
  adminPaths: { swaps: "returns" },
  events: swapEvents,
  eventAreas: { swap: "returns" },
});
