import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { paymentEvents } from "./events.ts";
import { orderPaymentRoutes, paymentRoutes } from "./payment-routes.ts";
import { paymentsEntities } from "./payments-graph.ts";
import { paymentWork } from "./payments-jobs.ts";

export const payments = defineModule({
  name: "orders/payments",
  entities: paymentsEntities,
  routes: [orderPaymentRoutes, paymentRoutes],
  apiNotes,
  areas: { payments: "write" },
  adminPaths: { payments: "payments" },
  events: paymentEvents,
  eventAreas: { payment: "payments" },
  work: paymentWork,
});
