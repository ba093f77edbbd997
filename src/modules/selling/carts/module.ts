import { withoutV1 } from "../../../db/adoption.ts";
import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { cartLineRoutes } from "./cart-line-routes.ts";
import { expireCarts } from "./cart-removal-store.ts";
import { cartRoutes } from "./cart-routes.ts";
import { deleteOldTaxAnswers } from "./cart-taxes-store.ts";
import { cartsEntities } from "./carts-graph.ts";
import { discountTrialRoutes } from "./discount-trial-routes.ts";
import { cartEvents } from "./events.ts";
import { paymentSessionRoutes } from "./payment-session-routes.ts";
import { pricePreviewRoutes } from "./price-preview-routes.ts";

export const carts = defineModule({
  name: "selling/carts",
  entities: cartsEntities,
  routes: [cartLineRoutes, cartRoutes, paymentSessionRoutes, discountTrialRoutes, pricePreviewRoutes],
  apiNotes,
  events: cartEvents,
  // A caller who has the id of an open cart can read the codes of its gift cards.
  eventAreas: { cart: { area: "orders", alsoNeeds: "gift-cards:write" } },
  cleanups: ({ cartDays }) => ({
    "tax answers": deleteOldTaxAnswers,
    ...(cartDays > 0 && { carts: withoutV1((tx) => expireCarts(tx, cartDays)) }),
  }),
});
