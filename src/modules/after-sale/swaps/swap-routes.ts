import { noQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { changedOrder, orderChange } from "../../orders/orders/index.ts";
import { idempotencyKeyOf } from "../returns/index.ts";
import {
  newSwapBody,
  orderSwapRequestOf,
  previewAnswer,
  previewBody,
  storeSwapBody,
  storeSwapRequestOf,
  swapAnswers,
  swapList,
  swapShippingBody,
} from "./swap-schemas.ts";
import { cancelSwap } from "./use-cases/cancel-swap.ts";
import { chooseSwapShipping } from "./use-cases/choose-swap-shipping.ts";
import { createSwap } from "./use-cases/create-swap.ts";
import { previewExchange } from "./use-cases/preview-exchange.ts";
import { processPayment } from "./use-cases/process-payment.ts";
import { listSwaps, showNewSwap, showSwap, showSwapOfCart } from "./use-cases/show-swap.ts";

const tags = ["Swaps"];

export const swapRoutes: Routes = (app, context) => {
  app.get(
    "/admin/swaps",
    {
      schema: {
        tags,
        summary: "List swaps",
        querystring: swapList.querystring,
        response: swapAnswers.list,
      },
    },
    (request) => listSwaps(context, request.query),
  );

  app.get(
    "/admin/swaps/:id",
    {
      schema: {
        tags,
        summary: "Get a swap",
        params: path("id"),
        querystring: noQuery,
        response: swapAnswers.admin,
      },
    },
    async (request) => ({ swap: await showSwap(context, request.params.id) }),
  );
};

export const orderSwapRoutes: Routes = (app, context) => {
  app.post(
    "/admin/orders/:id/exchange-preview",
    {
      // It changes nothing: the transaction is rolled back.
      config: { permission: "returns:read" },
      schema: {
        tags,
        summary: "Preview a return or a swap",
        description:
          "Calculates what a return refunds, or what a swap costs, as the order is now. Nothing is saved or announced.",
        params: path("id"),
        querystring: noQuery,
        body: previewBody,
        response: previewAnswer,
      },
    },
    async ({ params, body }) => ({ preview: await previewExchange(context, params.id, body) }),
  );

  app.post(
    "/admin/orders/:id/swaps",
    {
      config: { permission: "returns:write" },
      schema: { ...orderChange, summary: "Create a swap", params: path("id"), body: newSwapBody },
    },
    async (request, reply) => {
      const swap = orderSwapRequestOf(request.params.id, request.body);
      await createSwap(context, { ...swap, idempotencyKey: idempotencyKeyOf(reply) });
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/swaps/:swap_id/shipping-methods",
    {
      config: { permission: "returns:write" },
      schema: {
        ...orderChange,
        summary: "Choose how the new goods of a swap are sent",
        params: path("id", "swap_id"),
        body: swapShippingBody,
      },
    },
    async (request) => {
      const { id: orderId, swap_id: swapId } = request.params;
      await chooseSwapShipping(context, { orderId, swapId, ...request.body });
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/swaps/:swap_id/cancel",
    {
      config: { permission: "returns:write" },
      schema: { ...orderChange, summary: "Cancel a swap", params: path("id", "swap_id") },
    },
    async (request) => {
      const { id: orderId, swap_id: swapId } = request.params;
      await cancelSwap(context, { orderId, swapId });
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/swaps/:swap_id/process-payment",
    {
      config: { permission: "payments:write" },
      schema: {
        ...orderChange,
        summary: "Settle the difference of a swap",
        params: path("id", "swap_id"),
      },
    },
    async (request) => {
      const { id: orderId, swap_id: swapId } = request.params;
      await processPayment(context, { orderId, swapId });
      return changedOrder(context, request);
    },
  );
};

/** As for returns, the id of the order is the credential. */
export const storeSwapRoutes: Routes = (app, context) => {
  app.post(
    "/store/swaps",
    {
      schema: {
        tags,
        summary: "Request a swap",
        querystring: noQuery,
        body: storeSwapBody,
        response: swapAnswers.created,
      },
    },
    async (request, reply) => {
      const swap = storeSwapRequestOf(request.body);
      const id = await createSwap(context, { ...swap, idempotencyKey: idempotencyKeyOf(reply) });
      return { swap: await showNewSwap(context, id) };
    },
  );

  app.get(
    "/store/swaps/:cart_id",
    {
      schema: {
        tags,
        summary: "Get the swap of a cart",
        params: path("cart_id"),
        querystring: noQuery,
        response: swapAnswers.ofCart,
      },
    },
    async (request) => ({ swap: await showSwapOfCart(context, request.params.cart_id) }),
  );
};
