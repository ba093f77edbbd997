export { isOpen as isOpenCategory } from "./categories-graph.ts";
export { categoryRoutes } from "./category-routes.ts";
export { storeCategoryRoutes } from "./store-category-routes.ts";
