export { productTypeRoutes } from "./product-type-routes.ts";
