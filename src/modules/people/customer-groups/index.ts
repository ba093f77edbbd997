export { createGroup, removeGroup, renameGroup } from "./customer-group-changes.ts";
export { groupFields } from "./customer-group-store.ts";
