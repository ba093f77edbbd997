import { noQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { askedSwapBody, swapAnswer } from "./swap-schemas.ts";
import { createSwap } from "./use-cases/create-swap.ts";
import { showAskedSwap, showSwapOfCart } from "./use-cases/show-swap.ts";

const tags = ["Swaps"];

/** Whoever knows the id of an order may ask to exchange what is in it, as they may ask to return it. */
export const storeSwapRoutes: Routes = (app, parts) => {
  app.post(
    "/store/swaps",
    {
      schema: {
        tags,
        summary: "Ask to exchange goods",
        querystring: noQuery,
        body: askedSwapBody,
        response: swapAnswer,
      },
    },
    async (request, reply) => {
      const { body } = request;
      const option = body.return_shipping_option;
      const id = await createSwap(parts, {
        orderId: body.order_id,
        returnItems: body.return_items,
        returnShipping: option === undefined ? null : { option_id: option, isCustomer: true },
        additionalItems: body.additional_items,
        // The customer does it, and need not be told of it.
        noNotification: true,
        allowBackorder: false,
        isCustomer: true,
        idempotencyKey: String(reply.getHeader("idempotency-key")),
      });
      return { swap: await showAskedSwap(parts, id) };
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
        response: swapAnswer,
      },
    },
    async (request) => ({ swap: await showSwapOfCart(parts, request.params.cart_id) }),
  );
};
