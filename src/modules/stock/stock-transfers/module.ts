import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { stockTransferEvents } from "./events.ts";
import { stockTransferRoutes } from "./stock-transfer-routes.ts";
import { stockTransferEntities } from "./stock-transfers-graph.ts";

export const stockTransfers = defineModule({
  name: "stock/stock-transfers",
  entities: stockTransferEntities,
  routes: [stockTransferRoutes],
  apiNotes,
  adminPaths: { "stock-transfers": "stock" },
  events: stockTransferEvents,
  eventAreas: { "stock-transfer": "stock" },
});
