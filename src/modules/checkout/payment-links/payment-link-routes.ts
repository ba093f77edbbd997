import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { body, deletedBody, nonEmptyText, ok, optional, path, type Routes } from "../../../http/routes.ts";
import { publicUrlOf } from "../../../public-url.ts";
import { createPaymentLink, findPaymentLink, isMailed, revokePaymentLink } from "./payment-link-changes.ts";

const tags = ["Payment Links"];
const time = Type.String({ format: "date-time" });

const link = Type.Object({
  cart_id: Type.String(),
  url: Type.String({ description: "Opens the page on which the customer pays." }),
  created_at: time,
  expires_at: time,
});

const newLinkBody = body({
  cart_id: { ...nonEmptyText, description: "The cart of a draft order, of a swap, or of a customer." },
  days: optional(
    Type.Integer({ minimum: 1, maximum: 90, default: 14, description: "How long it can be used." }),
  ),
  send: optional(Type.Boolean({ default: false, description: "Send it to the email of the cart." })),
});

/** Who has a link can place an order that is paid later. So to read one is to write an order. */
const config = { permission: "orders:write" } as const;

export const paymentLinkRoutes: Routes = (app, context) => {
  const deps = () => {
    const address = app.server.address();
    const port = typeof address === "object" && address ? address.port : context.config.port;
    return { ...context, site: publicUrlOf({ ...context.config, port }) };
  };

  app.post(
    "/admin/payment-links",
    {
      // The answer has the link, which is stored nowhere.
      config: { ...config, idempotent: false },
      schema: {
        tags,
        summary: "Create a link to pay",
        querystring: noQuery,
        body: newLinkBody,
        response: ok({ payment_link: link }),
      },
    },
    async (request) => ({ payment_link: await createPaymentLink(deps(), request.body) }),
  );

  app.get(
    "/admin/payment-links/:cart_id",
    {
      config,
      schema: {
        tags,
        summary: "Get the link to pay of a cart",
        params: path("cart_id"),
        querystring: noQuery,
        response: ok({
          payment_link: Type.Union([link, Type.Null()]),
          can_be_sent: Type.Boolean({ description: "Whether the shop has a provider for mails." }),
        }),
      },
    },
    async (request) => ({
      payment_link: await findPaymentLink(deps(), request.params.cart_id),
      can_be_sent: isMailed(context),
    }),
  );

  app.delete(
    "/admin/payment-links/:cart_id",
    {
      config,
      schema: {
        tags,
        summary: "Revoke the link to pay of a cart",
        params: path("cart_id"),
        querystring: noQuery,
        response: deletedBody,
      },
    },
    async (request) => {
      const { cart_id: id } = request.params;
      await revokePaymentLink(context, id);
      return { id, object: "payment-link", deleted: true };
    },
  );
};
