import { defineModule } from "../module/define-module.ts";
import { apiNotes } from "./discard/api-notes.ts";
import { demoShopRoutes } from "./discard/demo-shop-routes.ts";
import { demoShopEvents } from "./discard/events.ts";
import { demoRoutes } from "./picture-routes.ts";

export const demo = defineModule({
  name: "demo",
  routes: [demoRoutes, demoShopRoutes],
  apiNotes,
  adminPaths: { "demo-shop": "settings" },
  events: demoShopEvents,
  eventAreas: { "demo-shop": "settings" },
});
