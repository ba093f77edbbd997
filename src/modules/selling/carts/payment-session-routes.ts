import type { Caller } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { preparedCart } from "../v1-shapes.ts";
import type { CartResult } from "./cache/index.ts";
import {
  type CartView,
  cartAnswer,
  cartAnswers,
  cartWithCustomer,
  refreshedCart,
  sessionChoiceBody,
  sessionDataBody,
  storeCart,
} from "./cart-schemas.ts";
import {
  deletePaymentSession,
  preparePaymentSessions,
  refreshPaymentSession,
  selectPaymentSession,
  updatePaymentSession,
} from "./use-cases/payment-sessions.ts";
import { showCart } from "./use-cases/show-cart.ts";

const tags = ["Carts"];
const all = { params: path("id"), querystring: noQuery, response: cartAnswer };
const one = { ...all, params: path("id", "provider_id") };

export const paymentSessionRoutes: Routes = (app, context) => {
  const showResult = async (result: CartResult, viewer: Caller, view: CartView = storeCart) => ({
    cart: (await showCart(context, result.id, { viewer, view, result })).cart,
  });

  app.post(
    "/store/carts/:id/payment-sessions",
    { schema: { ...all, response: cartAnswers.prepared, tags, summary: "Open payment sessions" } },
    async (request) => {
      const { id } = request.params;
      const result = await preparePaymentSessions(context, id);
      const options = { view: cartWithCustomer, viewer: await request.caller(), forcedTaxes: true, result };
      return preparedCart((await showCart(context, id, options)).cart);
    },
  );

  app.post(
    "/store/carts/:id/payment-session",
    { schema: { ...all, tags, summary: "Choose a payment session", body: sessionChoiceBody } },
    async (request) => {
      const { id } = request.params;
      const result = await selectPaymentSession(context, id, request.body.provider_id);
      return showResult(result, await request.caller());
    },
  );

  app.post(
    "/store/carts/:id/payment-sessions/:provider_id",
    { schema: { ...one, tags, summary: "Update a payment session", body: sessionDataBody } },
    async (request) => {
      const { id, provider_id: providerId } = request.params;
      const result = await updatePaymentSession(context, id, { providerId, data: request.body.data });
      return showResult(result, await request.caller());
    },
  );

  app.delete(
    "/store/carts/:id/payment-sessions/:provider_id",
    { schema: { ...one, tags, summary: "Delete a payment session" } },
    async (request) => {
      const { id, provider_id: providerId } = request.params;
      const result = await deletePaymentSession(context, id, providerId);
      return showResult(result, await request.caller());
    },
  );

  app.post(
    "/store/carts/:id/payment-sessions/:provider_id/refresh",
    { schema: { ...one, tags, summary: "Refresh a payment session", response: cartAnswers.refreshed } },
    async (request) => {
      const { id, provider_id: providerId } = request.params;
      const result = await refreshPaymentSession(context, id, providerId);
      return showResult(result, await request.caller(), refreshedCart);
    },
  );
};
