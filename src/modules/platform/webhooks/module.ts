import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { webhookDeliveryRoutes } from "./delivery-routes.ts";
import { webhookEvents } from "./events.ts";
import { webhookRoutes } from "./webhook-routes.ts";
import { webhooksEntities } from "./webhooks-graph.ts";
import { webhookWork } from "./webhooks-jobs.ts";

export const webhooks = defineModule({
  name: "platform/webhooks",
  entities: webhooksEntities,
  routes: [webhookDeliveryRoutes, webhookRoutes],
  apiNotes,
  areas: { webhooks: "write" },
  adminPaths: { webhooks: "webhooks" },
  events: webhookEvents,
  eventAreas: { webhook: "webhooks" },
  work: ({ db, config }) => webhookWork({ db, days: config.webhookLogDays }),
});
