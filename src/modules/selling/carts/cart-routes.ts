import type { FastifyRequest } from "fastify";
import type { Caller } from "../../../http/caller.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { serializedOnce } from "../../../http/serialize-once.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import { salesChannelsOfKey } from "../../shop/publishable-keys/index.ts";
import { giftCardGuess } from "../gift-cards/index.ts";
import { storeOptionsAnswer } from "../shipping/index.ts";
import type { CartResult } from "./cache/index.ts";
import type { CartChanges } from "./cart-changes.ts";
import { refuseChannelOutside } from "./cart-place.ts";
import {
  cartAnswer,
  cartChangesBody,
  expandOf,
  newCartBody,
  ownCart,
  shippingChoiceBody,
  storeCart,
  taxedCart,
} from "./cart-schemas.ts";
import { UnknownCode } from "./codes.ts";
import { addShippingMethod } from "./use-cases/add-shipping-method.ts";
import { createCart } from "./use-cases/create-cart.ts";
import { listShippingOptions } from "./use-cases/list-shipping-options.ts";
import { removeDiscount } from "./use-cases/remove-discount.ts";
import { showCart } from "./use-cases/show-cart.ts";
import { takeOverCart } from "./use-cases/take-over-cart.ts";
import { updateCart } from "./use-cases/update-cart.ts";

const tags = ["Carts"];
const one = { params: path("id"), querystring: noQuery, response: cartAnswer };

export const cartRoutes: Routes = (app, parts) => {
  const { db, limits } = parts;
  const channelsOf = ({ headers }: FastifyRequest) =>
    salesChannelsOfKey({ db }, headers["x-publishable-api-key"]);
  const shown = async (result: CartResult, onlooker: Caller) => ({
    cart: (await showCart(parts, result.id, { view: storeCart, onlooker, isChanged: true, result })).cart,
  });

  app.post(
    "/store/carts",
    {
      schema: {
        tags,
        summary: "Create a cart",
        body: newCartBody,
        querystring: noQuery,
        response: cartAnswer,
      },
    },
    async (request) => {
      const caller = await request.caller();
      const { context, ...input } = request.body ?? {};
      const known = {
        context: { ip: request.ip, user_agent: request.headers["user-agent"] ?? null, ...context },
        customerId: caller.customerId,
        channelsOfKey: await channelsOf(request),
      };
      return shown(await createCart(parts, Object.assign({}, input, known)), caller);
    },
  );

  const read = { schema: { ...one, querystring: selectionQuery, tags, summary: "Get a cart" } };
  app.get("/store/carts/:id", read, async (request, reply) => {
    const { id } = request.params;
    const { fields, expand } = request.query;
    const caller = await request.caller();
    const view = caller.userId || caller.customerId ? ownCart : storeCart;
    const asked = { view, onlooker: caller, fields, expand: expandOf(expand) };
    const found = await showCart(parts, id, asked);
    const { customerId } = caller;
    const isTakenOver = await takeOverCart(parts, id, { shown: found, customerId });
    const { cart } = isTakenOver ? await showCart(parts, id, asked) : found;
    return serializedOnce(reply, cart, { cart });
  });

  /** Codes are worth money: whoever tries ones that do not exist is slowed down. */
  const guarded = async (
    address: string,
    changes: CartChanges,
    update: () => Promise<CartResult>,
  ): Promise<CartResult> => {
    const guesses = [
      ...(changes.gift_cards?.length ? [giftCardGuess(address)] : []),
      ...(changes.discounts?.length ? [{ what: "discount", address }] : []),
    ];
    const attempt = () =>
      update().catch((error: unknown) => {
        if (error instanceof UnknownCode) return error;
        throw error;
      });
    const result = await guesses.reduce<() => Promise<CartResult | UnknownCode>>(
      (next, guess) => () => limits.guarded(guess, next, (each) => !(each instanceof UnknownCode)),
      attempt,
    )();
    if (result instanceof UnknownCode) throw result;
    return result;
  };

  app.post(
    "/store/carts/:id",
    { schema: { ...one, tags, summary: "Update a cart", body: cartChangesBody } },
    async (request) => {
      const { id } = request.params;
      const caller = await request.caller();
      const { body } = request;
      if (body.sales_channel_id !== undefined)
        refuseChannelOutside(body.sales_channel_id, await channelsOf(request));
      const changes = Object.assign({}, body, { customer_id: customerFor(caller, body.customer_id) });
      const result = await guarded(request.ip, changes, () => updateCart(parts, id, changes));
      return shown(result, caller);
    },
  );

  app.delete(
    "/store/carts/:id/discounts/:code",
    { schema: { ...one, params: path("id", "code"), tags, summary: "Remove a discount" } },
    async (request) => {
      const { id, code } = request.params;
      return shown(await removeDiscount(parts, id, code), await request.caller());
    },
  );

  app.post(
    "/store/carts/:id/shipping-methods",
    { schema: { ...one, tags, summary: "Choose a way to ship", body: shippingChoiceBody } },
    async (request) => {
      const { id } = request.params;
      const { option_id: optionId, data = {} } = request.body;
      return shown(await addShippingMethod(parts, id, { optionId, data }), await request.caller());
    },
  );

  app.post(
    "/store/carts/:id/taxes",
    { schema: { ...one, tags, summary: "Calculate the taxes of a cart" } },
    async (request) => {
      const onlooker = await request.caller();
      const { id } = request.params;
      return { cart: (await showCart(parts, id, { view: taxedCart, onlooker, forcedTaxes: true })).cart };
    },
  );

  app.get(
    "/store/shipping-options/:cart_id",
    {
      schema: {
        tags: ["Shipping Options"],
        summary: "List the ways to ship a cart",
        querystring: noQuery,
        params: path("cart_id"),
        response: storeOptionsAnswer,
      },
    },
    async (request) => ({ shipping_options: await listShippingOptions(parts, request.params.cart_id) }),
  );
};

/** Whoever is logged in buys for themselves; administrators may name the customer, others may not. */
function customerFor({ customerId, userId }: Caller, sent: string | undefined): string | undefined {
  if (customerId !== null) return customerId;
  if (sent !== undefined && userId === null) {
    throw notAllowed(
      "customer_id: only a logged-in customer or an administrator can give a cart to a customer",
    );
  }
  return sent;
}
