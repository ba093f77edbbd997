import type { FastifyRequest } from "fastify";
import { serializedOnce } from "../../../http/answer-body.ts";
import type { Caller } from "../../../http/caller.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { storeOptionsAnswer } from "../shipping/index.ts";
import type { CartResult } from "./cache/index.ts";
import {
  cartAnswer,
  cartAnswers,
  cartChangesBody,
  newCartBody,
  shippingChoiceBody,
  storeCart,
  taxedCart,
} from "./cart-schemas.ts";
import { addShippingMethod } from "./use-cases/add-shipping-method.ts";
import { removeDiscount } from "./use-cases/apply-codes.ts";
import { listShippingOptions } from "./use-cases/quote-shipping.ts";
import { showCart } from "./use-cases/show-cart.ts";
import {
  createStorefrontCart,
  showStorefrontCart,
  updateStorefrontCart,
  type Visitor,
} from "./use-cases/storefront-cart.ts";

const tags = ["Carts"];
const one = { params: path("id"), querystring: noQuery, response: cartAnswer };

const visitorOf = async (request: FastifyRequest): Promise<Visitor> => ({
  caller: await request.caller(),
  ip: request.ip,
  userAgent: request.headers["user-agent"] ?? null,
  publishableKey: request.headers["x-publishable-api-key"],
});

export const cartRoutes: Routes = (app, context) => {
  const showResult = async (result: CartResult, viewer: Caller) => ({
    cart: (await showCart(context, result.id, { view: storeCart, viewer, isChanged: true, result })).cart,
  });

  app.post(
    "/store/carts",
    {
      config: { publishableKey: true },
      schema: {
        tags,
        summary: "Create a cart",
        body: newCartBody,
        querystring: noQuery,
        response: cartAnswer,
      },
    },
    async (request) => {
      const visitor = await visitorOf(request);
      return showResult(await createStorefrontCart(context, request.body ?? {}, visitor), visitor.caller);
    },
  );

  const read = { schema: { ...one, querystring: selectionQuery, tags, summary: "Get a cart" } };
  app.get("/store/carts/:id", read, async (request, reply) => {
    const { fields, expand } = request.query;
    const selection = { fields, expand, caller: await request.caller() };
    const cart = await showStorefrontCart(context, request.params.id, selection);
    return serializedOnce(reply, cart, { cart });
  });

  app.post(
    "/store/carts/:id",
    {
      config: { publishableKey: true },
      schema: { ...one, tags, summary: "Update a cart", body: cartChangesBody },
    },
    async (request) => {
      const visitor = await visitorOf(request);
      const update = { sent: request.body, visitor };
      return showResult(await updateStorefrontCart(context, request.params.id, update), visitor.caller);
    },
  );

  app.delete(
    "/store/carts/:id/discounts/:code",
    { schema: { ...one, params: path("id", "code"), tags, summary: "Remove a discount" } },
    async (request) => {
      const { id, code } = request.params;
      return showResult(await removeDiscount(context, id, code), await request.caller());
    },
  );

  app.post(
    "/store/carts/:id/shipping-methods",
    { schema: { ...one, tags, summary: "Choose a shipping method", body: shippingChoiceBody } },
    async (request) => {
      const { id } = request.params;
      const { option_id: optionId, data = {} } = request.body;
      return showResult(await addShippingMethod(context, id, { optionId, data }), await request.caller());
    },
  );

  app.post(
    "/store/carts/:id/taxes",
    { schema: { ...one, tags, summary: "Calculate the taxes of a cart", response: cartAnswers.taxed } },
    async (request) => {
      const viewer = await request.caller();
      const { id } = request.params;
      return { cart: (await showCart(context, id, { view: taxedCart, viewer, forcedTaxes: true })).cart };
    },
  );

  app.get(
    "/store/shipping-options/:cart_id",
    {
      schema: {
        tags: ["Shipping Options"],
        summary: "List the shipping options of a cart",
        querystring: noQuery,
        params: path("cart_id"),
        response: storeOptionsAnswer,
      },
    },
    async (request) => ({ shipping_options: await listShippingOptions(context, request.params.cart_id) }),
  );
};
