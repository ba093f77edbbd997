import { Type } from "typebox";
import { noQuery } from "../../http/list-query.ts";
import { body, nonEmptyText, ok, optional, type Routes } from "../../http/routes.ts";
import { discardDemo, findDemoShop } from "./use-cases/discard-demo.ts";

const tags = ["First run"];

const upTo = (description: string) => Type.Integer({ description: `${description}; counted up to 10,000.` });

const answer = ok({
  demo_shop: Type.Object({
    is_demo: Type.Boolean({ description: "Whether the demo shop was loaded and not thrown away." }),
    name: Type.String(),
    orders: upTo("All orders"),
    own_orders: upTo("The orders that the demo did not bring"),
    products: upTo("All products"),
    customers: upTo("All customers with an account"),
    service_payments: upTo("The payments of payment services"),
  }),
});

export const demoShopRoutes: Routes = (app, { db }) => {
  const shown = async () => ({ demo_shop: await findDemoShop({ db }) });

  app.get(
    "/admin/demo-shop",
    {
      schema: {
        tags,
        summary: "Get what would go with the demo shop",
        querystring: noQuery,
        response: answer,
      },
    },
    shown,
  );

  app.post(
    "/admin/demo-shop/discard",
    {
      // It takes orders and people with it.
      config: { permission: ["settings:write", "orders:write", "products:write", "personal-data:write"] },
      schema: {
        tags,
        summary: "Throw the demo shop away",
        querystring: noQuery,
        body: body({ name: nonEmptyText, force: optional(Type.Boolean()) }),
        response: answer,
      },
    },
    async (request) => {
      await discardDemo({ db }, request.body);
      return shown();
    },
  );
};
