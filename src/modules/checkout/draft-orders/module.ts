import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { draftOrderRoutes } from "./draft-order-routes.ts";
import { draftOrdersEntities } from "./draft-orders-graph.ts";
import { draftOrderEvents } from "./events.ts";

export const draftOrders = defineModule({
  name: "checkout/draft-orders",
  entities: draftOrdersEntities,
  routes: [draftOrderRoutes],
  apiNotes,
  adminPaths: { "draft-orders": "orders" },
  events: draftOrderEvents,
  eventAreas: { draft_order: "orders" },
});
