export { productTagRoutes } from "./product-tag-routes.ts";
