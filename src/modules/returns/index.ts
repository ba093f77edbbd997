export { returnReasonRoutes } from "./return-reason-routes.ts";
