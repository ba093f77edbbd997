import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { conditionRoutes } from "./condition-routes.ts";
import { discountRoutes } from "./discount-routes.ts";
import { discountsEntities } from "./discounts-graph.ts";
import { discountEvents } from "./events.ts";

export const discounts = defineModule({
  name: "selling/discounts",
  entities: discountsEntities,
  routes: [discountRoutes, conditionRoutes],
  apiNotes,
  areas: { discounts: "write" },
  adminPaths: { discounts: "discounts" },
  events: discountEvents,
  eventAreas: { discount: "discounts" },
});
