import { noQuery } from "../../../http/list-query.ts";
import { page, path, type Routes } from "../../../http/routes.ts";
import { retryDelivery } from "./delivery-changes.ts";
import { adminDeliveries, deliveryResponseSchema, findDelivery, listDeliveries } from "./webhook-schemas.ts";

const tags = ["Webhooks"];
const deliveryById = {
  tags,
  querystring: noQuery,
  params: path("id", "delivery_id"),
  response: deliveryResponseSchema,
};

export const webhookDeliveryRoutes: Routes = (app, { config, db, graph }) => {
  const deliveryResponse = async (webhookId: string, id: string) => ({
    delivery: await findDelivery(graph, webhookId, id),
  });

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
    (request) => listDeliveries({ graph, config }, request.params.id, request.query),
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
