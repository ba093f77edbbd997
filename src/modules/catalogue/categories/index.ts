export { isPublicCategory } from "./categories-graph.ts";
export { categoriesOfProducts } from "./category-products-store.ts";
export { categoryRoutes } from "./category-routes.ts";
export { storeCategoryRoutes } from "./store-category-routes.ts";
