import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { requirePermission } from "../../../kernel/permissions.ts";
import { changedOrder, orderChange } from "../../orders/orders/index.ts";
import { requestKeyOf } from "../../orders/payments/index.ts";
import {
  chosenOf,
  lineRefundBody,
  lineRefundOf,
  moneyAnswer,
  previewAnswer,
  refundPreviewBody,
} from "./line-refund-schemas.ts";
import { previewRefund, refundLines } from "./use-cases/refund-lines.ts";
import { showOrderMoney } from "./use-cases/show-order-money.ts";

const { tags } = orderChange;

export const lineRefundRoutes: Routes = (app, context) => {
  app.get(
    "/admin/orders/:id/money",
    {
      config: { permission: "orders:read" },
      schema: {
        tags,
        summary: "Get what was paid and refunded for an order",
        params: path("id"),
        querystring: noQuery,
        response: moneyAnswer,
      },
    },
    async ({ params }) => ({ money: await showOrderMoney(context, params.id) }),
  );

  app.post(
    "/admin/orders/:id/line-refunds/preview",
    {
      // It changes nothing.
      config: { permission: "payments:read", idempotent: "by-nature" },
      schema: {
        tags,
        summary: "Preview a refund by lines",
        params: path("id"),
        querystring: noQuery,
        body: refundPreviewBody,
        response: previewAnswer,
      },
    },
    async ({ params, body }) => ({
      preview: await previewRefund(context, { orderId: params.id, ...chosenOf(body) }),
    }),
  );

  app.post(
    "/admin/orders/:id/line-refunds",
    {
      config: { permission: "payments:write" },
      schema: {
        ...orderChange,
        summary: "Refund lines of an order",
        params: path("id"),
        body: lineRefundBody,
      },
    },
    async (request) => {
      const { granted } = await request.caller();
      // As for receiving a return.
      if (request.body.restock) requirePermission(granted, "fulfillments:write");
      const requestKey = requestKeyOf(await userOf(request), request.headers);
      const refund = { orderId: request.params.id, ...lineRefundOf(request.body), ...requestKey };
      await refundLines(context, refund);
      return changedOrder(context, request);
    },
  );
};
