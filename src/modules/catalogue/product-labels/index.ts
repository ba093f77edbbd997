export { productTagRoutes, productTypeRoutes } from "./product-label-routes.ts";
export { listProductTypes } from "./product-labels-graph.ts";
