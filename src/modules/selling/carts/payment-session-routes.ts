import type { Caller } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import type { CartResult } from "./cache/index.ts";
import {
  type CartView,
  cartAnswer,
  cartWithCustomer,
  preparedAnswer,
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

export const paymentSessionRoutes: Routes = (app, parts) => {
  const shown = async (result: CartResult, onlooker: Caller, view: CartView = storeCart) => {
    const asked = { forcedTaxes: view === cartWithCustomer, onlooker, view, result };
    return { cart: (await showCart(parts, result.id, asked)).cart };
  };

  app.post(
    "/store/carts/:id/payment-sessions",
    { schema: { ...all, response: preparedAnswer, tags, summary: "Open payment sessions" } },
    async (request) => {
      const { id } = request.params;
      const result = await preparePaymentSessions(parts, id);
      const { cart } = await shown(result, await request.caller(), cartWithCustomer);
      return { cart, data: cart };
    },
  );

  app.post(
    "/store/carts/:id/payment-session",
    { schema: { ...all, tags, summary: "Choose a payment session", body: sessionChoiceBody } },
    async (request) => {
      const { id } = request.params;
      const result = await selectPaymentSession(parts, id, request.body.provider_id);
      return shown(result, await request.caller());
    },
  );

  app.post(
    "/store/carts/:id/payment-sessions/:provider_id",
    { schema: { ...one, tags, summary: "Update a payment session", body: sessionDataBody } },
    async (request) => {
      const { id, provider_id: providerId } = request.params;
      const result = await updatePaymentSession(parts, id, { providerId, data: request.body.data });
      return shown(result, await request.caller());
    },
  );

  app.delete(
    "/store/carts/:id/payment-sessions/:provider_id",
    { schema: { ...one, tags, summary: "Delete a payment session" } },
    async (request) => {
      const { id, provider_id: providerId } = request.params;
      const result = await deletePaymentSession(parts, id, providerId);
      return shown(result, await request.caller());
    },
  );

  app.post(
    "/store/carts/:id/payment-sessions/:provider_id/refresh",
    { schema: { ...one, tags, summary: "Begin a payment session anew" } },
    async (request) => {
      const { id, provider_id: providerId } = request.params;
      const result = await refreshPaymentSession(parts, id, providerId);
      return shown(result, await request.caller(), refreshedCart);
    },
  );
};
