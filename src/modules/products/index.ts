export { storefrontProductRoutes } from "./storefront-routes.ts";
