export { currencyRoutes } from "./currency-routes.ts";
