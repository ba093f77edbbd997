export { isPublicCategory } from "./categories-graph.ts";
export { categoriesOfProducts } from "./category-store.ts";
