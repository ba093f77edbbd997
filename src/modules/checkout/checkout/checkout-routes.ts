import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { path, type Routes } from "../../../http/routes.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { showConfirmedSwap } from "../../after-sale/swaps/index.ts";
import type { ShownOrder } from "../../orders/orders/index.ts";
import { cartWithCustomer, showCart } from "../../selling/carts/index.ts";
import { completeCart } from "./use-cases/complete-cart.ts";

const answer = {
  200: Type.Object({
    type: Type.String({ enum: ["order", "cart", "swap"] }),
    data: Type.Unsafe({ type: "object", description: "The order, cart or swap." }),
    payment_status: Type.Optional(Type.String()),
  }),
};

const query = Type.Object(
  { expand: Type.Optional(Type.String()), fields: Type.Optional(Type.String()) },
  { additionalProperties: false },
);

/** Whoever asks again with a key gets the lines in the form in which v1 kept its answers. */
const asKeptAnswer = (order: ShownOrder) => ({
  ...order,
  items: order.items?.map(({ raw_discount_total, ...line }) => line),
});

/** Buying: a cart becomes an order, that of a swap confirms the swap. */
export const checkoutRoutes: Routes = (app, parts) => {
  const complete = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = request.params as { id: string };
    try {
      const completion = await completeCart(parts, { cartId: id, ip: request.ip });
      if (completion.type === "order") {
        const order = await completion.show();
        const isRepeated = completion.isOld && request.headers["idempotency-key"] !== undefined;
        return { type: "order", data: isRepeated ? asKeptAnswer(order) : order };
      }
      if (completion.type === "swap") {
        return { type: "swap", data: await showConfirmedSwap(parts, completion.swapId) };
      }
      const onlooker = await request.caller();
      const { cart } = await showCart(parts, id, { view: cartWithCustomer, onlooker, forcedTaxes: true });
      return { type: "cart", data: cart, payment_status: completion.paymentStatus };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "insufficient_inventory") throw error;
      const { code, type, message } = error;
      return reply.code(409).send({ code, type, message, errors: [{ code, type, message }] });
    }
  };

  for (const [name, summary] of [
    ["complete", "Complete a cart"],
    ["complete-cart", "Complete a cart (the old name)"],
  ]) {
    app.post(
      `/store/carts/:id/${name}`,
      {
        config: { idempotent: "by-nature" },
        schema: { tags: ["Carts"], summary, params: path("id"), querystring: query, response: answer },
      },
      complete as never,
    );
  }
};
