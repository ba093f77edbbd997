export { productTypeRoutes } from "./product-type-routes.ts";
export { productType } from "./product-types-graph.ts";
