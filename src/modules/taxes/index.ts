export { taxRateRoutes } from "./tax-rate-routes.ts";
