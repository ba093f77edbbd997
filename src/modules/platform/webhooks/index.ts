export { webhookDeliveryRoutes } from "./delivery-routes.ts";
export { WebhookDispatcher } from "./sending/dispatcher.ts";
export { type WebhookMetrics, webhookMetrics } from "./sending/metrics.ts";
export { addressPolicyOf } from "./sending/webhook-address.ts";
export { disableWebhooksOf } from "./webhook-changes.ts";
export { webhookRoutes } from "./webhook-routes.ts";
export { countFailingWebhooks } from "./webhook-store.ts";
export { webhookWork } from "./webhooks-jobs.ts";
