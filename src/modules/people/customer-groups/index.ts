export { customerGroupRoutes } from "./customer-group-routes.ts";
