export { claimWork } from "./claim-jobs.ts";
export { claimRoutes } from "./claim-routes.ts";
