import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { assigneesEntities } from "./assignee-graph.ts";
import { assigneeRoutes } from "./assignee-routes.ts";
import { assigneeEvents } from "./events.ts";

export const orderAssignees = defineModule({
  name: "orders/order-assignees",
  entities: assigneesEntities,
  routes: [assigneeRoutes],
  apiNotes,
  adminPaths: { "order-assignees": "orders" },
  events: assigneeEvents,
});
