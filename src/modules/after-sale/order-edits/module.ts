import { defineModule } from "../../../module/define-module.ts";
import { adminOrderEditRoutes, editItemRoutes } from "./admin-order-edit-routes.ts";
import { apiNotes } from "./api-notes.ts";
import { orderEditEvents } from "./events.ts";
import { orderEditsEntities } from "./order-edits-graph.ts";
import { storeOrderEditRoutes } from "./store-order-edit-routes.ts";

export const orderEdits = defineModule({
  name: "after-sale/order-edits",
  entities: orderEditsEntities,
  routes: [adminOrderEditRoutes, editItemRoutes, storeOrderEditRoutes],
  apiNotes,
  adminPaths: { "order-edits": "orders" },
  events: orderEditEvents,
  eventAreas: { "order-edit": "orders", "order-edit-item-change": "orders" },
});
