import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Webhooks",
    description: "Addresses that get the events of the shop as signed requests.",
    operations: {
      "GET /admin/webhooks": {
        id: "listAdminWebhooks",
        description: "Lists the webhooks of the shop.",
      },
      "POST /admin/webhooks": {
        id: "createAdminWebhook",
        description: "Creates a webhook for certain events. Only this answer and a rotation have its secret.",
      },
      "GET /admin/webhooks/{id}": {
        id: "getAdminWebhook",
        description: "Returns one webhook without its secret.",
      },
      "POST /admin/webhooks/{id}": {
        id: "updateAdminWebhook",
        description: "Changes the address or the events of a webhook, or disables it.",
      },
      "DELETE /admin/webhooks/{id}": {
        id: "deleteAdminWebhook",
        description: "Deletes a webhook together with its deliveries.",
      },
      "POST /admin/webhooks/{id}/rotate-secret": {
        id: "rotateAdminWebhookSecret",
        description: "Creates a new secret. Deliveries are signed with the new and, for a day, the old one.",
      },
      "POST /admin/webhooks/{id}/replay": {
        id: "replayAdminWebhookEvents",
        description: "Delivers events of the log to a webhook again.",
      },
      "POST /admin/webhooks/{id}/test": {
        id: "testAdminWebhook",
        description: "Sends a ping to the address of a webhook and returns the answer.",
      },
      "GET /admin/webhooks/{id}/deliveries": {
        id: "listAdminWebhookDeliveries",
        description: "Lists the deliveries of a webhook, the newest first.",
      },
      "GET /admin/webhooks/{id}/deliveries/{delivery_id}": {
        id: "getAdminWebhookDelivery",
        description: "Returns one delivery with its attempts.",
      },
      "POST /admin/webhooks/{id}/deliveries/{delivery_id}/retry": {
        id: "retryAdminWebhookDelivery",
        description: "Delivers one event again now.",
      },
    },
  },
];
