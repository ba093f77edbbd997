import { requestKey } from "../../../http/document-cache/index.ts";
import { selectionQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { ok, page, path, type Routes } from "../../../http/routes.ts";
import {
  adminOrder,
  adminOrders,
  listedOrder,
  numberedAdminOrder,
  orderChange,
  orderChangesBody,
  orderShippingBody,
} from "./admin-order-schemas.ts";
import { closeOrder, updateOrder } from "./order-changes.ts";
import { relationsAddedToOrders } from "./order-schemas.ts";
import { addOrderShipping } from "./use-cases/add-order-shipping.ts";
import { isCacheable, orderDocuments } from "./use-cases/order-documents.ts";
import { changedOrder, listAdminOrders, orderWithNewMethod, showOrder } from "./use-cases/read-orders.ts";

const tags = ["Orders"];

export const adminOrderRoutes: Routes = (app, context) => {
  const ownView = context.providers.rules.chooses("orderNumber") ? numberedAdminOrder : adminOrder;

  app.get(
    "/admin/orders",
    {
      schema: {
        tags,
        summary: "List orders",
        querystring: adminOrders.querystring,
        response: page("orders", shown("AdminListedOrder", listedOrder, relationsAddedToOrders)),
      },
    },
    (request, reply) =>
      context.documents.answerPage(reply, {
        // The response is the same for every user.
        key: isCacheable(request.query) ? requestKey(request, request.query) : null,
        ...orderDocuments(context, request.query),
        make: async () => ({ answer: await listAdminOrders(context, request.query) }),
      }),
  );

  app.get(
    "/admin/orders/:id",
    {
      schema: {
        tags,
        summary: "Get an order",
        params: path("id"),
        querystring: selectionQuery,
        response: ok({ order: shown("AdminOrder", adminOrder, relationsAddedToOrders) }),
      },
    },
    async (request) => ({
      order: await showOrder(context, request.params.id, { ...request.query, view: ownView }),
    }),
  );
};

const one = { ...orderChange, params: path("id") };

export const orderUpdateRoutes: Routes = (app, context) => {
  app.post(
    "/admin/orders/:id",
    { schema: { ...one, summary: "Update an order", body: orderChangesBody } },
    async (request) => {
      await updateOrder(context, request.params.id, request.body);
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/complete",
    { schema: { ...one, summary: "Complete an order" } },
    async (request) => {
      await closeOrder(context, request.params.id, "complete");
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/archive",
    { schema: { ...one, summary: "Archive an order" } },
    async (request) => {
      await closeOrder(context, request.params.id, "archive");
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/shipping-methods",
    {
      // The request always names the price.
      config: { permission: ["orders:write", "payments:write"] },
      schema: { ...one, summary: "Add a shipping method to an order", body: orderShippingBody },
    },
    async (request) => {
      const id = await addOrderShipping(context, request.params.id, request.body);
      return orderWithNewMethod(context, request, id);
    },
  );
};
