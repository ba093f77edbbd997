import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import {
  checkoutRoutes,
  draftPaymentRoutes,
  paymentHookRoutes,
  swapConfirmationRoutes,
} from "./checkout-routes.ts";
import { checkoutEvents } from "./events.ts";

export const checkout = defineModule({
  name: "checkout/checkout",
  routes: [checkoutRoutes, paymentHookRoutes, draftPaymentRoutes, swapConfirmationRoutes],
  apiNotes,
  events: checkoutEvents,
});
