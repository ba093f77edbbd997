import { Type } from "typebox";
import { customerOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { body, plainOk, type Routes } from "../../../http/routes.ts";
import { confirmOrderClaim, requestOrderClaim } from "./use-cases/claim-orders.ts";

const tags = ["Orders"];

const orderIdsBody = body({
  order_ids: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    minItems: 1,
    maxItems: 100,
    description: "Orders that were placed without the account.",
  }),
});

const tokenBody = body({
  token: Type.String({
    maxLength: 20_000,
    pattern: "^[\\w-]+\\.[\\w-]+\\.[\\w-]+$",
    description: "The token that was sent to the email of the orders.",
  }),
});

/** Assigns orders of a guest to the account of the customer who placed them. */
export const orderClaimRoutes: Routes = (app, context) => {
  app.post(
    "/store/orders/batch/customer/token",
    {
      config: { customerOnly: true },
      schema: {
        tags,
        summary: "Claim orders for the logged-in customer",
        description: "Sends a token for the confirmation to the email of each order.",
        querystring: noQuery,
        body: orderIdsBody,
        response: plainOk,
      },
    },
    async (request, reply) => {
      const customerId = await customerOf(request);
      await requestOrderClaim(context, { customerId, orderIds: request.body.order_ids, ip: request.ip });
      return reply.type("text/plain; charset=utf-8").send("OK");
    },
  );

  app.post(
    "/store/orders/customer/confirm",
    {
      config: { idempotent: false },
      schema: {
        tags,
        summary: "Confirm a claim of orders",
        querystring: noQuery,
        body: tokenBody,
        response: plainOk,
      },
    },
    async (request, reply) => {
      await confirmOrderClaim(context, request.body.token);
      return reply.type("text/plain; charset=utf-8").send("OK");
    },
  );
};
