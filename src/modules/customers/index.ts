export { adminCustomersOfGroups } from "./admin-customer-schemas.ts";
export { customerRoutes } from "./customer-routes.ts";
export { customer, inAnyGroup } from "./customers-graph.ts";
export { guestFor } from "./guest-store.ts";
