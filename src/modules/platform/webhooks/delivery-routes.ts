import type { Extra } from "../../../graph/graph.ts";
import { noQuery } from "../../../http/list-query.ts";
import { page, path, type Routes } from "../../../http/routes.ts";
import { deliveryNotFound } from "./delivery.ts";
import { retryDelivery } from "./delivery-changes.ts";
import { webhookNotFound } from "./webhook.ts";
import { adminDeliveries, adminDelivery, deliveryResponseSchema } from "./webhook-schemas.ts";

const tags = ["Webhooks"];
const deliveryById = {
  tags,
  querystring: noQuery,
  params: path("id", "delivery_id"),
  response: deliveryResponseSchema,
};

/** Distinguishes an unknown webhook (404) from one without deliveries. */
const webhookExists = (webhookId: string): Extra => ({
  name: "webhook-is-known",
  sql: (_, [id]) => `exists (select from tradewind.webhook where id = ${id})`,
  values: [webhookId],
});

export const webhookDeliveryRoutes: Routes = (app, { config, db, graph }) => {
  const deliveryResponse = async (webhookId: string, id: string) => {
    const delivery = await graph.find(adminDelivery, id);
    if (delivery?.webhook_id !== webhookId) throw deliveryNotFound(id);
    return { delivery };
  };

  app.get(
    "/admin/webhooks/:id/deliveries",
    {
      schema: {
        tags,
        summary: "List the deliveries of a webhook",
        params: path("id"),
        querystring: adminDeliveries.querystring,
        response: page("deliveries", "webhook_delivery"),
      },
    },
    async (request) => {
      const { id } = request.params;
      const { page: read, context } = await adminDeliveries.readInContext(graph, request.query, {
        ...config,
        also: [{ kind: "equals", column: "webhook_id", value: id }],
        context: webhookExists(id),
      });
      if (!context) throw webhookNotFound(id);
      const { rows, ...paging } = read;
      return { deliveries: rows, ...paging };
    },
  );

  app.get(
    "/admin/webhooks/:id/deliveries/:delivery_id",
    { schema: { ...deliveryById, summary: "Get a delivery of a webhook" } },
    (request) => deliveryResponse(request.params.id, request.params.delivery_id),
  );

  app.post(
    "/admin/webhooks/:id/deliveries/:delivery_id/retry",
    { schema: { ...deliveryById, summary: "Deliver an event again" } },
    async (request) => {
      const { id, delivery_id } = request.params;
      await retryDelivery({ db }, { webhookId: id, id: delivery_id });
      return deliveryResponse(id, delivery_id);
    },
  );
};
