import type { Api } from "../../../kit/api/api.ts";
import type { DeliveryKey, Webhook } from "./webhook-queries.ts";

export type WebhookValues = {
  url: string;
  description: string;
  events: string[];
  is_active: boolean;
};

const bodyOf = ({ description, ...values }: WebhookValues) => ({
  ...values,
  description: description.trim() || null,
});

/** With the secret, which is not shown again. */
export const createWebhook = async (api: Api, values: WebhookValues) =>
  (await api.POST("/admin/webhooks", { body: bodyOf(values) })).data!;

export const updateWebhook = async (api: Api, id: string, values: WebhookValues): Promise<Webhook> => {
  const { data } = await api.POST("/admin/webhooks/{id}", { params: { path: { id } }, body: bodyOf(values) });
  return data!.webhook;
};

export const deleteWebhook = (api: Api, id: string) =>
  api.DELETE("/admin/webhooks/{id}", { params: { path: { id } } });

export const rotateSecret = async (api: Api, id: string): Promise<string> =>
  (await api.POST("/admin/webhooks/{id}/rotate-secret", { params: { path: { id } } })).data!.secret;

/** From an event on, or from a moment on. */
export const replayWebhook = (api: Api, id: string, since: string) =>
  api.POST("/admin/webhooks/{id}/replay", { params: { path: { id } }, body: { since } });

export const testWebhook = async (api: Api, id: string) =>
  (await api.POST("/admin/webhooks/{id}/test", { params: { path: { id } } })).data!;

export type TestResult = Awaited<ReturnType<typeof testWebhook>>;

export const retryDelivery = (api: Api, { webhookId, id }: DeliveryKey) =>
  api.POST("/admin/webhooks/{id}/deliveries/{delivery_id}/retry", {
    params: { path: { id: webhookId, delivery_id: id } },
  });
