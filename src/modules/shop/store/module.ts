import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { storeEvents } from "./events.ts";
import { storeEntities } from "./store-graph.ts";
import { storeRoutes } from "./store-routes.ts";

export const store = defineModule({
  name: "shop/store",
  entities: storeEntities,
  routes: [storeRoutes],
  apiNotes,
  areas: { settings: "write" },
  adminPaths: { store: "settings" },
  events: storeEvents,
  eventAreas: { store: "settings" },
});
