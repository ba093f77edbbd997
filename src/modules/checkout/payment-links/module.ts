import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { paymentLinkEvents } from "./events.ts";
import { paymentLinkToken } from "./payment-link-changes.ts";
import { paymentLinkRoutes } from "./payment-link-routes.ts";

export const paymentLinks = defineModule({
  name: "checkout/payment-links",
  routes: [paymentLinkRoutes],
  apiNotes,
  adminPaths: { "payment-links": "orders" },
  events: paymentLinkEvents,
  eventAreas: { payment_link: "orders" },
  privateData: (deps) => ({ "payment_link.sent": paymentLinkToken(deps) }),
});
