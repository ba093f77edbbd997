export { stockLocationRoutes } from "./stock-location-routes.ts";
