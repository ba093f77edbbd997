import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { categoriesEntities } from "./categories-graph.ts";
import { categoryRoutes, storeCategoryRoutes } from "./category-routes.ts";
import { categoryEvents } from "./events.ts";

export const categories = defineModule({
  name: "catalogue/categories",
  entities: categoriesEntities,
  routes: [categoryRoutes, storeCategoryRoutes],
  apiNotes,
  adminPaths: { "product-categories": "products" },
  events: categoryEvents,
  eventAreas: { "product-category": "products" },
});
