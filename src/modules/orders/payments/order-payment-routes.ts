import { path, type Routes } from "../../../http/routes.ts";
import { changedOrder, orderChange } from "../orders/index.ts";
import { askingOf } from "./asking-routes.ts";
import { orderRefundBody } from "./payments-schemas.ts";
import { cancelOrder } from "./use-cases/cancel-order.ts";
import { captureOrder } from "./use-cases/capture-order.ts";
import { refundOrder } from "./use-cases/refund-order.ts";

const one = { ...orderChange, params: path("id") };

/** What is done with the money of orders. */
export const orderPaymentRoutes: Routes = (app, parts) => {
  app.post(
    "/admin/orders/:id/capture",
    { config: { idempotent: "by-nature" }, schema: { ...one, summary: "Capture the payments of an order" } },
    async (request) => {
      await captureOrder(parts, request.params.id);
      return changedOrder(parts, request);
    },
  );

  app.post(
    "/admin/orders/:id/refund",
    { schema: { ...one, summary: "Refund an order", body: orderRefundBody } },
    async (request) => {
      const asking = await askingOf(request);
      await refundOrder(parts, request.params.id, { ...request.body, ...asking });
      return changedOrder(parts, request);
    },
  );

  app.post(
    "/admin/orders/:id/cancel",
    {
      config: { idempotent: "by-nature" },
      schema: {
        ...one,
        summary: "Cancel an order",
        description: "Authorized payments are let go, captured ones are given back.",
      },
    },
    async (request) => {
      await cancelOrder(parts, request.params.id);
      return changedOrder(parts, request);
    },
  );
};
