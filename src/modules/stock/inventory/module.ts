import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { inventoryEvents } from "./events.ts";
import { deleteExpiredHolds } from "./hold-store.ts";
import { inventoryEntities } from "./inventory-graph.ts";
import { inventoryItemRoutes, inventoryLevelRoutes } from "./inventory-item-routes.ts";
import { lowStockRoutes } from "./low-stock-routes.ts";
import { reservationRoutes } from "./reservation-routes.ts";
import { stockChange, stockChangeRoutes } from "./stock-change-routes.ts";

export const inventory = defineModule({
  name: "stock/inventory",
  entities: [...inventoryEntities, stockChange],
  routes: [inventoryItemRoutes, inventoryLevelRoutes, lowStockRoutes, reservationRoutes, stockChangeRoutes],
  apiNotes,
  areas: { stock: "write" },
  adminPaths: { "inventory-items": "stock", reservations: "stock", "stock-changes": "stock" },
  events: inventoryEvents,
  eventAreas: {
    "inventory-item": "stock",
    "inventory-level": "stock",
    "reservation-item": "stock",
    "reservation-items": "stock",
  },
  cleanups: () => ({ holds: deleteExpiredHolds }),
});
