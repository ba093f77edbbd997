export { assignedTo } from "./assignee-schemas.ts";
