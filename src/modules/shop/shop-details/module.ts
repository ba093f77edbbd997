import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { shopDetailsEvents } from "./events.ts";
import { shopDetailsRoutes } from "./shop-details-routes.ts";

export const shopDetails = defineModule({
  name: "shop/shop-details",
  routes: [shopDetailsRoutes],
  apiNotes,
  adminPaths: { "shop-details": "settings" },
  events: shopDetailsEvents,
  eventAreas: { "shop-details": "settings" },
});
