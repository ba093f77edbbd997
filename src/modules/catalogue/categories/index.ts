export { isPublicCategory } from "./categories-graph.ts";
export { categoriesOfProducts, categoryFields } from "./category-store.ts";
