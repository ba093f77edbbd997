import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { currenciesEntities } from "./currencies-graph.ts";
import { currencyRoutes } from "./currency-routes.ts";
import { currencyEvents } from "./events.ts";

export const currencies = defineModule({
  name: "shop/currencies",
  entities: currenciesEntities,
  routes: [currencyRoutes],
  apiNotes,
  adminPaths: { currencies: "settings" },
  events: currencyEvents,
  eventAreas: { currency: "settings" },
});
