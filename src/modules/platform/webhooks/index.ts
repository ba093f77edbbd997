export { WebhookDispatcher } from "./sending/dispatcher.ts";
export { type WebhookMetrics, webhookMetrics } from "./sending/metrics.ts";
export { addressPolicyOf } from "./sending/webhook-address.ts";
export { disableWebhooksOf } from "./webhook-changes.ts";
export { countFailingWebhooks } from "./webhook-store.ts";
