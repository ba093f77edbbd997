import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { body, nullableText, ok, type Routes } from "../../../http/routes.ts";
import { assignOrders } from "./assignee-changes.ts";

const assignmentBody = body({
  order_ids: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 1_000 }),
  user_id: {
    ...nullableText,
    description: "The user who takes care of the orders from now on; null for none.",
  },
});

export const assigneeRoutes: Routes = (app, { db }) => {
  app.post(
    "/admin/order-assignees",
    {
      schema: {
        tags: ["Orders"],
        summary: "Assign orders to a user",
        querystring: noQuery,
        body: assignmentBody,
        response: ok({
          changed: Type.Integer({ description: "How many orders another user takes care of now." }),
        }),
      },
    },
    async ({ body: { order_ids: orderIds, user_id: userId } }) => ({
      changed: await assignOrders({ db }, { orderIds, userId }),
    }),
  );
};
