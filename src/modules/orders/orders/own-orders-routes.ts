import { customerOf } from "../../../http/caller.ts";
import { page, type Routes } from "../../../http/routes.ts";
import { ownOrder, ownOrders } from "./own-orders-schemas.ts";
import { listOrders } from "./use-cases/list-orders.ts";

/** What logged-in customers have ordered. */
export const ownOrdersRoutes: Routes = (app, parts) => {
  app.get(
    "/store/customers/me/orders",
    {
      config: { customerOnly: true },
      schema: {
        tags: ["Customers"],
        summary: "List the orders of the logged-in customer",
        querystring: ownOrders.querystring,
        response: page("orders", "order"),
      },
    },
    async (request) =>
      listOrders(parts, {
        view: ownOrder,
        list: ownOrders,
        query: request.query,
        maxLimit: parts.config.maxLimit,
        also: [{ kind: "equals", column: "customer_id", value: await customerOf(request) }],
      }),
  );
};
