import type { ApiTag } from "../http/openapi/api-notes.ts";

export const webhooks: ApiTag = {
  name: "Webhooks",
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
};

export const events: ApiTag = {
  name: "Events",
  description: "The log of everything that happened in the shop.",
  operations: {
    "GET /admin/events": {
      id: "listAdminEvents",
    },
    "GET /admin/events/stream": {
      id: "streamAdminEvents",
      description:
        "Sends new events as they happen, as server-sent events. `Last-Event-ID` resumes after a break without a gap. Only events of areas that the user may read.",
    },
  },
};

export const auditLog: ApiTag = {
  name: "Audit log",
  description: "Who changed what.",
  operations: {
    "GET /admin/audit-log": {
      id: "listAdminAuditLog",
    },
  },
};

export const uploads: ApiTag = {
  name: "Uploads",
  description: "Files of the shop: images of products, files of imports.",
  operations: {
    "POST /admin/uploads": {
      id: "uploadAdminFiles",
      description: "Stores files that everyone with their URL can load.",
    },
    "POST /admin/uploads/protected": {
      id: "uploadAdminProtectedFiles",
      description: "Stores files that only a signed link can load.",
    },
    "DELETE /admin/uploads": {
      id: "deleteAdminFile",
      description: "Deletes a stored file by its key.",
    },
    "POST /admin/uploads/download-url": {
      id: "createAdminDownloadUrl",
      description: "Returns a link to a protected file that works for a limited time.",
    },
  },
};

export const notes: ApiTag = {
  name: "Notes",
  description: "Notes of merchants about orders, customers and anything else.",
  operations: {
    "GET /admin/notes": {
      id: "listAdminNotes",
      description: "Lists notes. `resource_id` limits them to one order, customer or other resource.",
    },
    "POST /admin/notes": {
      id: "createAdminNote",
      description: "Writes a note about a resource.",
    },
    "GET /admin/notes/{id}": {
      id: "getAdminNote",
      description: "Returns one note with its author.",
    },
    "POST /admin/notes/{id}": {
      id: "updateAdminNote",
      description: "Changes the text of a note.",
    },
    "DELETE /admin/notes/{id}": {
      id: "deleteAdminNote",
      description: "Deletes a note.",
    },
  },
};

export const jobs: ApiTag = {
  name: "Jobs",
  description: "The queue of background work.",
  operations: {
    "GET /admin/jobs": {
      id: "listAdminJobs",
      description: "Lists the jobs that wait, run, are scheduled or have failed for good.",
    },
    "POST /admin/jobs/{id}/retry": {
      id: "retryAdminJob",
      description: "Runs a job again as soon as possible, also one that has failed for good.",
    },
  },
};

export const analyticsConfigs: ApiTag = {
  name: "Analytics Configs",
  description: "Whether a user agrees to usage statistics in the dashboard.",
  operations: {
    "GET /admin/analytics-configs": {
      id: "getAdminAnalyticsConfig",
      description: "Returns the choice of the logged-in user.",
    },
    "POST /admin/analytics-configs": {
      id: "createAdminAnalyticsConfig",
      description: "Stores the choice of the logged-in user for the first time.",
    },
    "POST /admin/analytics-configs/update": {
      id: "updateAdminAnalyticsConfig",
      description: "Changes the choice of the logged-in user.",
    },
    "DELETE /admin/analytics-configs": {
      id: "deleteAdminAnalyticsConfig",
      description: "Deletes the choice of the logged-in user.",
    },
  },
};

export const operations: ApiTag = {
  name: "Operations",
  description: "For those who run the server.",
  operations: {
    "GET /admin/health": {
      id: "getAdminHealth",
      description:
        "Returns the state of the database, its replicas, the queue, webhooks, providers and caches, as the process that answers sees them.",
    },
    "GET /health": {
      id: "checkHealth",
      description: "Answers as long as the process lives. It does not ask the database.",
    },
    "GET /ready": {
      id: "checkReadiness",
      description:
        "Says whether the process can serve requests now: the database answers and all migrations were applied. 503 if not.",
    },
  },
};
