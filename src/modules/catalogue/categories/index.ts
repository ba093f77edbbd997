export { isPublicCategory } from "./categories-graph.ts";
export { categoryRoutes, storeCategoryRoutes } from "./category-routes.ts";
export { categoriesOfProducts } from "./category-store.ts";
