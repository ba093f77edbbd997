import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { tagEvents } from "./events.ts";
import { customerTagRoutes, orderTagRoutes } from "./tag-routes.ts";
import { tagsEntities } from "./tags-graph.ts";

/** Orders are above it: it knows their ids only. */
export const tags = defineModule({
  name: "people/tags",
  entities: tagsEntities,
  routes: [orderTagRoutes, customerTagRoutes],
  apiNotes,
  adminPaths: { "order-tags": "orders", "customer-tags": "customers" },
  events: tagEvents,
  eventAreas: { "order-tag": "orders", "customer-tag": "customers" },
});
