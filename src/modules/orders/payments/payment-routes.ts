import { userOf } from "../../../http/caller.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { changedOrder, orderChange } from "../orders/index.ts";
import {
  orderRefundBody,
  paymentAnswer,
  paymentRefundBody,
  refundAnswer,
  requestKeyOf,
  shownPaymentAnswer,
} from "./payments-schemas.ts";
import { cancelOrder } from "./use-cases/cancel-order.ts";
import { captureOrder, capturePayment } from "./use-cases/capture-payments.ts";
import { refundOrder, refundPayment } from "./use-cases/refund-payments.ts";
import { showPayment, showRefund, showWholePayment } from "./use-cases/show-payment.ts";

const tags = ["Payments"];
const ofPayment = { tags, params: path("id") };

export const paymentRoutes: Routes = (app, context) => {
  app.get(
    "/admin/payments/:id",
    {
      schema: {
        ...ofPayment,
        summary: "Get a payment",
        querystring: selectionQuery,
        response: shownPaymentAnswer,
      },
    },
    async (request) => ({ payment: await showPayment(context, request.params.id, request.query) }),
  );

  app.post(
    "/admin/payments/:id/capture",
    {
      config: { idempotent: "by-nature" },
      schema: { ...ofPayment, summary: "Capture a payment", querystring: noQuery, response: paymentAnswer },
    },
    async ({ params }) => {
      await capturePayment(context, params.id);
      return { payment: await showWholePayment(context, params.id) };
    },
  );

  app.post(
    "/admin/payments/:id/refund",
    {
      schema: {
        ...ofPayment,
        summary: "Refund a payment",
        querystring: noQuery,
        body: paymentRefundBody,
        response: refundAnswer,
      },
    },
    async (request) => {
      const requestKey = requestKeyOf(await userOf(request), request.headers);
      const refundId = await refundPayment(context, request.params.id, { ...request.body, ...requestKey });
      return { refund: await showRefund(context, refundId) };
    },
  );
};

const ofOrder = { ...orderChange, params: path("id") };

export const orderPaymentRoutes: Routes = (app, context) => {
  app.post(
    "/admin/orders/:id/capture",
    {
      config: { permission: "payments:write", idempotent: "by-nature" },
      schema: { ...ofOrder, summary: "Capture the payments of an order" },
    },
    async (request) => {
      await captureOrder(context, request.params.id);
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/refund",
    {
      config: { permission: "payments:write" },
      schema: { ...ofOrder, summary: "Refund an order", body: orderRefundBody },
    },
    async (request) => {
      const requestKey = requestKeyOf(await userOf(request), request.headers);
      await refundOrder(context, request.params.id, { ...request.body, ...requestKey });
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/cancel",
    {
      config: { permission: ["orders:write", "payments:write"], idempotent: "by-nature" },
      schema: {
        ...ofOrder,
        summary: "Cancel an order",
        description: "Cancels authorized payments and refunds captured ones.",
      },
    },
    async (request) => {
      await cancelOrder(context, request.params.id);
      return changedOrder(context, request);
    },
  );
};
