export { adminCustomersOfGroups } from "./admin-customer-schemas.ts";
export { isGuestWith } from "./customer.ts";
export { customerRoutes } from "./customer-routes.ts";
export { replaceCustomerHash } from "./customer-store.ts";
export { customer, inAnyGroup } from "./customers-graph.ts";
export { type Guest, guestFor } from "./guest-store.ts";
export { findCustomersNamed, findGroupsNamed, type KnownCustomer } from "./known-customer-store.ts";
export { customersOfGroups } from "./membership-store.ts";
export { type CustomerChange, saveKnownCustomers } from "./use-cases/save-known-customers.ts";
