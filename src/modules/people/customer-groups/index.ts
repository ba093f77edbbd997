export { createGroup, removeGroup, renameGroup } from "./customer-group-changes.ts";
