import { defineModule } from "../../../module/define-module.ts";
import { adminOrderRoutes, orderUpdateRoutes } from "./admin-order-routes.ts";
import { apiNotes } from "./api-notes.ts";
import { orderEvents } from "./events.ts";
import { orderClaimRoutes } from "./order-claim-routes.ts";
import { ordersEntities } from "./orders-graph.ts";
import { ownOrdersRoutes, storeOrderRoutes } from "./store-order-routes.ts";
import { orderClaimToken } from "./use-cases/claim-orders.ts";

export const orders = defineModule({
  name: "orders/orders",
  entities: ordersEntities,
  routes: [adminOrderRoutes, orderUpdateRoutes, ownOrdersRoutes, orderClaimRoutes, storeOrderRoutes],
  apiNotes,
  areas: { orders: "write" },
  adminPaths: { orders: "orders" },
  events: orderEvents,
  eventAreas: { order: "orders", "order-update-token": "orders" },
  privateData: (deps) => ({ "order-update-token.created": orderClaimToken(deps) }),
});
