import { selectionQuery } from "../../../http/list-query.ts";
import { page, path, type Routes } from "../../../http/routes.ts";
import { adminOrder, adminOrders, listedOrder, withoutSearched } from "./admin-order-schemas.ts";
import { orderAnswer } from "./store-order-schemas.ts";
import { listOrders } from "./use-cases/list-orders.ts";
import { showOrder } from "./use-cases/show-order.ts";

const tags = ["Orders"];

export const adminOrderRoutes: Routes = (app, parts) => {
  app.get(
    "/admin/orders",
    {
      schema: {
        tags,
        summary: "List orders",
        querystring: adminOrders.querystring,
        response: page("orders", "order"),
      },
    },
    (request) =>
      listOrders(parts, {
        view: listedOrder,
        list: adminOrders,
        query: withoutSearched(request.query),
        maxLimit: parts.config.maxLimit,
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
        response: orderAnswer,
      },
    },
    async (request) => ({
      order: await showOrder(parts, request.params.id, { ...request.query, view: adminOrder }),
    }),
  );
};
