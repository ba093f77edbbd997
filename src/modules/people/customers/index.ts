export { isGuestWith } from "./customer.ts";
export { adminCustomersByGroup } from "./customer-schemas.ts";
export { customerFields, type Guest, guestFor, replaceCustomerHash } from "./customer-store.ts";
export { customer, inGroup } from "./customers-graph.ts";
export { customerEvents } from "./events.ts";
export { findGroupsByName, findKnownCustomers, type KnownCustomer } from "./known-customer-store.ts";
export { customersOfGroups, membersAdded, membersRemoved } from "./membership-store.ts";
export { type CustomerChange, saveKnownCustomers } from "./use-cases/save-known-customers.ts";
