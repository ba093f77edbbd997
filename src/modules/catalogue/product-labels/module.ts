import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { productTagRoutes, productTypeRoutes } from "./product-label-routes.ts";
import { productTagsEntities, productTypesEntities } from "./product-labels-graph.ts";

export const productLabels = defineModule({
  name: "catalogue/product-labels",
  entities: [...productTagsEntities, ...productTypesEntities],
  routes: [productTagRoutes, productTypeRoutes],
  apiNotes,
  adminPaths: { "product-tags": "products", "product-types": "products" },
});
