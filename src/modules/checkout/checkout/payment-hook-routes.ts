import { Type } from "typebox";
import { ok, path, type Routes } from "../../../http/routes.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { callProvider } from "../../../providers/call-provider.ts";
import { hearPaymentNews } from "./use-cases/hear-payment-news.ts";

/** Where payment services send their news. */
export const paymentHookRoutes: Routes = (app, parts) => {
  app.register(async (hooks) => {
    // Signatures are made over the bytes that were sent.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

    hooks.post(
      "/hooks/payment/:provider_id",
      {
        schema: {
          tags: ["Payments"],
          summary: "News of a payment service, in its own form and with its signature",
          params: path("provider_id"),
          response: ok({ received: Type.Boolean() }),
        },
      },
      async (request) => {
        const { provider_id: id } = request.params as { provider_id: string };
        const provider = parts.providers.payment.find(id);
        if (!provider?.webhook) throw notFound("Payment provider", id);
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const news = await callProvider({ failure: "The news could not be read" }, () =>
          provider.webhook!({ headers: request.headers, rawBody }),
        );
        await hearPaymentNews(parts, { providerId: id, news });
        return { received: true };
      },
    );
  });
};
