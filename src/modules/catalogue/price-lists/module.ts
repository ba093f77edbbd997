import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { priceListEvents } from "./events.ts";
import { listPricesRoutes } from "./list-prices-routes.ts";
import { priceListRoutes } from "./price-list-routes.ts";
import { priceListsEntities } from "./price-lists-graph.ts";

export const priceLists = defineModule({
  name: "catalogue/price-lists",
  entities: priceListsEntities,
  routes: [listPricesRoutes, priceListRoutes],
  apiNotes,
  areas: { "price-lists": "write" },
  adminPaths: { "price-lists": "price-lists" },
  events: priceListEvents,
  eventAreas: { "price-list": "price-lists" },
});
