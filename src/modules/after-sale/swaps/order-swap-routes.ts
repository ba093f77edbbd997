import { path, type Routes } from "../../../http/routes.ts";
import { changedOrder, orderChange } from "../../orders/orders/index.ts";
import { newSwapBody } from "./swap-schemas.ts";
import { cancelSwap } from "./use-cases/cancel-swap.ts";
import { createSwap } from "./use-cases/create-swap.ts";
import { processPayment } from "./use-cases/process-payment.ts";

/** What administrators do with the swaps of an order. */
export const orderSwapRoutes: Routes = (app, parts) => {
  app.post(
    "/admin/orders/:id/swaps",
    { schema: { ...orderChange, summary: "Create a swap", params: path("id"), body: newSwapBody } },
    async (request, reply) => {
      const { body } = request;
      await createSwap(parts, {
        orderId: request.params.id,
        returnItems: body.return_items,
        returnShipping: body.return_shipping ?? null,
        additionalItems: body.additional_items ?? [],
        customShipping: body.custom_shipping_options,
        salesChannelId: body.sales_channel_id,
        noNotification: body.no_notification,
        returnLocationId: body.return_location_id,
        allowBackorder: body.allow_backorder ?? true,
        isCustomer: false,
        idempotencyKey: String(reply.getHeader("idempotency-key")),
      });
      return changedOrder(parts, request);
    },
  );

  app.post(
    "/admin/orders/:id/swaps/:swap_id/cancel",
    { schema: { ...orderChange, summary: "Cancel a swap", params: path("id", "swap_id") } },
    async (request) => {
      const { id: orderId, swap_id: swapId } = request.params;
      await cancelSwap(parts, { orderId, swapId });
      return changedOrder(parts, request);
    },
  );

  app.post(
    "/admin/orders/:id/swaps/:swap_id/process-payment",
    {
      schema: {
        ...orderChange,
        summary: "Settle the difference of a swap",
        params: path("id", "swap_id"),
      },
    },
    async (request) => {
      const { id: orderId, swap_id: swapId } = request.params;
      await processPayment(parts, { orderId, swapId });
      return changedOrder(parts, request);
    },
  );
};
