export { isPublicCategory } from "./categories-graph.ts";
export { categoryRoutes } from "./category-routes.ts";
export { storeCategoryRoutes } from "./store-category-routes.ts";
