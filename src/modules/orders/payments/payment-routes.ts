import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { askingOf } from "./asking-routes.ts";
import { paymentAnswer, paymentRefundBody, refundAnswer } from "./payments-schemas.ts";
import { capturePayment } from "./use-cases/capture-payment.ts";
import { refundPayment } from "./use-cases/refund-payment.ts";
import { showPayment, showRefund, showWholePayment } from "./use-cases/show-payment.ts";

const tags = ["Payments"];
const one = { tags, params: path("id") };

export const paymentRoutes: Routes = (app, parts) => {
  app.get(
    "/admin/payments/:id",
    { schema: { ...one, summary: "Get a payment", querystring: selectionQuery, response: paymentAnswer } },
    async (request) => ({ payment: await showPayment(parts, request.params.id, request.query) }),
  );

  app.post(
    "/admin/payments/:id/capture",
    {
      config: { idempotent: "by-nature" },
      schema: { ...one, summary: "Capture a payment", querystring: noQuery, response: paymentAnswer },
    },
    async ({ params }) => {
      await capturePayment(parts, params.id);
      return { payment: await showWholePayment(parts, params.id) };
    },
  );

  app.post(
    "/admin/payments/:id/refund",
    {
      schema: {
        ...one,
        summary: "Refund a payment",
        querystring: noQuery,
        body: paymentRefundBody,
        response: refundAnswer,
      },
    },
    async (request) => {
      const asking = await askingOf(request);
      const refundId = await refundPayment(parts, request.params.id, { ...request.body, ...asking });
      return { refund: await showRefund(parts, refundId) };
    },
  );
};
