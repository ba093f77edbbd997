import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { shippingEvents } from "./events.ts";
import { shippingEntities } from "./shipping-graph.ts";
import { shippingOptionRoutes, storeShippingOptionRoutes } from "./shipping-option-routes.ts";
import { shippingProfileRoutes } from "./shipping-profile-routes.ts";

export const shipping = defineModule({
  name: "selling/shipping",
  entities: shippingEntities,
  routes: [shippingOptionRoutes, shippingProfileRoutes, storeShippingOptionRoutes],
  apiNotes,
  adminPaths: { "shipping-options": "settings", "shipping-profiles": "settings" },
  events: shippingEvents,
  eventAreas: { "shipping-option": "settings", "shipping-profile": "settings" },
});
