import { customerOf } from "../../http/caller.ts";
import { page, type Routes } from "../../http/routes.ts";
import { ownOrdersOf } from "./own-orders-schemas.ts";

/** What logged-in customers have ordered. */
export const ownOrdersRoutes: Routes = (app, { config, graph }) => {
  const ownOrders = ownOrdersOf(graph.registry.get("order"));

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
    async (request) => {
      const own = { kind: "equals" as const, column: "customer_id", value: await customerOf(request) };
      const { rows, ...paging } = await ownOrders.read(graph, request.query, { ...config, also: [own] });
      return { orders: rows, ...paging };
    },
  );
};
