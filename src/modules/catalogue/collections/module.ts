import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { collectionRoutes } from "./collection-routes.ts";
import { collectionsEntities } from "./collections-graph.ts";
import { collectionEvents } from "./events.ts";

export const collections = defineModule({
  name: "catalogue/collections",
  entities: collectionsEntities,
  routes: [collectionRoutes],
  apiNotes,
  adminPaths: { collections: "products" },
  events: collectionEvents,
  eventAreas: { "product-collection": "products" },
});
