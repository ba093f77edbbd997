import { type TSchema, Type } from "typebox";
import { hasMadeKey } from "../../../http/idempotency.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { sentField } from "../../../http/permissions.ts";
import { body, ok, optional, path, type Routes } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { confirmedSwap } from "../../after-sale/swaps/index.ts";
import {
  changedOrder,
  orderChange,
  placedOrder,
  relationsAddedToOrders,
  showOrder,
} from "../../orders/orders/index.ts";
import { cartWithCustomer, relationsAddedToCarts } from "../../selling/carts/index.ts";
import { countingUnknownCards } from "../../selling/gift-cards/index.ts";
import { orderOfDraft } from "../draft-orders/index.ts";
import { completionPaths } from "../v1-shapes.ts";
import { type Settlement, settlements } from "./swap-settlement.ts";
import { completeAndShow } from "./use-cases/complete-cart.ts";
import { confirmSwapByAdmin } from "./use-cases/confirm-swap-by-admin.ts";
import { handleWebhook } from "./use-cases/handle-payment-notification.ts";
import { payDraftOrder } from "./use-cases/pay-draft-order.ts";

const completed = <Kind extends string>(kind: Kind, data: TSchema, more: Record<string, TSchema> = {}) =>
  Type.Object({ type: Type.Literal(kind), data, ...more });

const answer = {
  200: Type.Union([
    completed("order", shown("StorePlacedOrder", placedOrder, relationsAddedToOrders)),
    completed("swap", shown("StoreConfirmedSwap", confirmedSwap)),
    completed("cart", shown("StoreCartWithCustomer", cartWithCustomer, relationsAddedToCarts), {
      payment_status: Type.String(),
    }),
  ]),
};

/** Completes a cart. The cart of a swap confirms the swap. */
export const checkoutRoutes: Routes = (app, context) => {
  for (const { path: url, summary } of completionPaths) {
    app.post(
      url,
      {
        config: { idempotent: "by-nature", showsGiftCardCodes: true },
        schema: { tags: ["Carts"], summary, params: path("id"), querystring: noQuery, response: answer },
      },
      async (request, reply) => {
        const { status, body } = await completeAndShow(context, {
          cartId: request.params.id,
          ip: request.ip,
          caller: () => request.caller(),
          hasMadeKey: hasMadeKey(request),
        });
        // The types of the route know only the schema of the success.
        return reply.code(status as 200).send(body as never);
      },
    );
  }
};

/** A draft order becomes an order. */
export const draftPaymentRoutes: Routes = (app, context) => {
  app.post(
    "/admin/draft-orders/:id/pay",
    {
      config: { permission: "payments:write" },
      schema: {
        tags: ["Draft Orders"],
        summary: "Mark a draft order as paid",
        querystring: noQuery,
        params: path("id"),
        response: ok({ order: shown("AdminOrderOfDraft", orderOfDraft, relationsAddedToOrders) }),
      },
    },
    async (request) => {
      const orderId = await payDraftOrder(context, request.params.id);
      return { order: await showOrder(context, orderId, { view: orderOfDraft }) };
    },
  );
};

const confirmationBody = body({
  settlement: optional(
    Type.Unsafe<Settlement>({
      type: "string",
      enum: [...settlements],
      description:
        "What happens to the difference. The customer owes it: `paid` outside of the shop, `waived`, or paid with a `gift_card`. " +
        "The shop owes it: `refunded`, or `credited` with a new gift card of this value, also later. Needs the permission `payments:write`.",
    }),
  ),
  gift_card: optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "The code of the gift card that pays the difference, for the settlement `gift_card`. It must have the whole amount.",
    }),
  ),
  difference_due: optional(
    Type.Integer({
      minimum: -MAX_AMOUNT,
      maximum: MAX_AMOUNT,
      description: "The difference that the user saw. Another one is refused with 409.",
    }),
  ),
});

/** A merchant confirms a swap for its customer. */
export const swapConfirmationRoutes: Routes = (app, context) => {
  app.post(
    "/admin/orders/:id/swaps/:swap_id/confirm",
    {
      config: {
        permission: "returns:write",
        // The difference is settled after the confirmation: a repetition goes on where a crash has ended it.
        idempotent: "by-nature",
        alsoNeeds: (request) => (sentField(request, "settlement") === undefined ? null : "payments:write"),
      },
      schema: {
        ...orderChange,
        summary: "Confirm a swap for its customer",
        params: path("id", "swap_id"),
        body: confirmationBody,
      },
    },
    async (request) => {
      const { id: orderId, swap_id: swapId } = request.params;
      const { settlement = null, gift_card: giftCard = null, difference_due: expected } = request.body;
      const confirming = { orderId, swapId, settlement, giftCard, expected };
      const confirm = () => confirmSwapByAdmin(context, confirming);
      await (giftCard === null ? confirm() : countingUnknownCards(context.limits, request.ip, confirm));
      return changedOrder(context, request);
    },
  );
};

/** Webhooks of payment services. */
export const paymentHookRoutes: Routes = (app, context) => {
  app.register(async (hooks) => {
    // Signatures cover the raw bytes of the body.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

    hooks.post(
      "/hooks/payment/:provider_id",
      {
        schema: {
          tags: ["Payments"],
          summary: "Webhook of a payment service, in its own format and with its signature",
          params: path("provider_id"),
          response: ok({ received: Type.Boolean() }),
        },
      },
      async (request) => {
        const { headers, body } = request;
        const { provider_id: providerId } = request.params as { provider_id: string };
        await handleWebhook(context, { providerId, headers, body });
        return { received: true };
      },
    );
  });
};
