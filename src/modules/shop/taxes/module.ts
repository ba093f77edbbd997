import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { taxRateEvents } from "./events.ts";
import { taxRateRoutes } from "./tax-rate-routes.ts";
import { taxesEntities } from "./taxes-graph.ts";

export const taxes = defineModule({
  name: "shop/taxes",
  entities: taxesEntities,
  routes: [taxRateRoutes],
  apiNotes,
  adminPaths: { "tax-rates": "settings" },
  events: taxRateEvents,
  eventAreas: { "tax-rate": "settings" },
});
