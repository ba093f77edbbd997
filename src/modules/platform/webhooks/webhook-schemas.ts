import { Type } from "typebox";
import type { Extra, Graph, Row } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { dates, equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { body, ok, optional, view } from "../../../http/routes.ts";
import { deliveryNotFound, deliveryStatuses } from "./delivery.ts";
import { webhookNotFound } from "./webhook.ts";
import { webhook, webhookDelivery } from "./webhooks-graph.ts";

const url = Type.String({ minLength: 1, maxLength: 2_048, description: "http:// or https://" });
const description = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 1_000 });
const events = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  minItems: 1,
  maxItems: 100,
  description: "Names of events, patterns such as `order.*`, or `*` for all events.",
});
const isActive = Type.Boolean();

export const newWebhookBody = body({
  url,
  description: optional(description),
  events: optional(events),
  is_active: optional(isActive),
});

export const webhookChangesBody = body({
  url: optional(url),
  description: optional(description),
  events: optional(events),
  is_active: optional(isActive),
});

export const replayBody = body({
  since: Type.String({
    minLength: 1,
    maxLength: 255,
    description: "The id of the first event to deliver again, or a date.",
  }),
});

export const webhookResponseSchema = ok({ webhook: view("webhook") });

export const webhookWithSecretSchema = ok({
  webhook: view("webhook"),
  secret: Type.String({ description: "The key of the signatures. It is not shown again." }),
});

export const testResponseSchema = ok({
  is_delivered: Type.Boolean(),
  response_status: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
  response_body: Type.Unsafe<string | null>({ type: ["string", "null"] }),
  error: Type.Unsafe<string | null>({ type: ["string", "null"] }),
  duration: Type.Integer({ description: "In milliseconds." }),
});

export const adminWebhook = { entity: webhook };

export const adminWebhooks = listQuery({
  view: adminWebhook,
  limit: 20,
  takes: ["order", "fields"],
  search: ["url", "description"],
  filters: { is_active: equalTo("boolean"), created_at: dates(), updated_at: dates() },
});

const status = Type.String({ enum: [...deliveryStatuses] });

/** `status=dead`, or several: `status[]=pending&status[]=retrying`. */
const byStatus: QueryFilter = {
  schema: Type.Union([status, Type.Array(status, { maxItems: deliveryStatuses.length })]),
  toFilters: (value) => [{ kind: "in", column: "status", values: [value].flat() }],
};

const adminDelivery = { entity: webhookDelivery };

export const adminDeliveries = listQuery({
  view: adminDelivery,
  limit: 20,
  takes: ["order", "fields"],
  filters: {
    status: byStatus,
    event_id: equalTo(),
    event_name: equalTo(),
    created_at: dates(),
  },
});

export const deliveryResponseSchema = ok({ delivery: view("webhook_delivery") });

/** Distinguishes an unknown webhook (404) from one without deliveries. */
const webhookExists = (webhookId: string): Extra => ({
  name: "webhook-is-known",
  sql: (_, [id]) => `exists (select from tradewind.webhook where id = ${id})`,
  values: [webhookId],
});

export async function listDeliveries(
  { graph, config }: { graph: Graph; config: { maxLimit: number } },
  webhookId: string,
  query: unknown,
) {
  const { page, context } = await adminDeliveries.readInContext(graph, query, {
    maxLimit: config.maxLimit,
    also: [{ kind: "equals", column: "webhook_id", value: webhookId }],
    context: webhookExists(webhookId),
  });
  if (!context) throw webhookNotFound(webhookId);
  const { rows, ...paging } = page;
  return { deliveries: rows, ...paging };
}

export async function findDelivery(graph: Graph, webhookId: string, id: string): Promise<Row> {
  const delivery = await graph.find(adminDelivery, id);
  if (delivery?.webhook_id !== webhookId) throw deliveryNotFound(id);
  return delivery;
}
