import { Type } from "typebox";
import { customerOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { body, plainOk, type Routes } from "../../../http/routes.ts";
import { confirmTakeover } from "./use-cases/confirm-takeover.ts";
import { requestTakeover } from "./use-cases/request-takeover.ts";

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

/** Orders of a guest go over to the account of whoever placed them. */
export const takeoverRoutes: Routes = (app, parts) => {
  app.post(
    "/store/orders/batch/customer/token",
    {
      config: { customerOnly: true },
      schema: {
        tags,
        summary: "Claim orders for the logged-in customer",
        description: "Whoever has the email of an order is sent a token to confirm it with.",
        querystring: noQuery,
        body: orderIdsBody,
        response: plainOk,
      },
    },
    async (request, reply) => {
      const customerId = await customerOf(request);
      const asked = { what: "order-claim", account: customerId, address: request.ip };
      // Every request counts: none may flood the mailbox of somebody who has bought something once.
      const isSuccess = () => false;
      const claim = { customerId, orderIds: request.body.order_ids };
      await parts.limits.guarded(asked, () => requestTakeover(parts, claim), isSuccess);
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
      await confirmTakeover(parts, request.body.token);
      return reply.type("text/plain; charset=utf-8").send("OK");
    },
  );
};
