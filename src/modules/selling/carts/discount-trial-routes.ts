import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { body, nullableText, ok, optional, path, type Routes } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { tryDiscount } from "./use-cases/try-discount.ts";

const id = Type.String({ minLength: 1 });
const amount = (description: string) =>
  Type.Integer({ description: `${description} In the smallest unit of the currency.` });

const trialBody = body({
  region_id: id,
  customer_id: optional(Type.String({ minLength: 1, description: "Without it, the cart is a guest's." })),
  items: Type.Array(body({ variant_id: id, quantity: Type.Integer({ minimum: 1, maximum: MAX_AMOUNT }) }), {
    minItems: 1,
    maxItems: 100,
  }),
  shipping_option_id: optional(Type.String({ minLength: 1, description: "Without it, nothing is shipped." })),
});

const totals = Type.Object({
  subtotal: amount("The goods, without taxes."),
  discount_total: amount("The discount, without taxes."),
  shipping_total: amount("The shipping, without taxes."),
  tax_total: amount("The taxes, by the rates of the shop."),
  total: amount("What the customer pays."),
});

const trialAnswer = ok({
  currency_code: Type.String(),
  refusal: Type.Unsafe<string | null>({
    type: ["string", "null"],
    description: "Why this customer cannot use the discount in this region now; null if the customer can.",
  }),
  without: totals,
  with: totals,
  lines: Type.Array(
    Type.Object({
      variant_id: nullableText,
      title: Type.String(),
      quantity: Type.Integer(),
      unit_price: amount("The price of a piece."),
      discount_total: amount("What the discount takes off the line, without taxes."),
    }),
  ),
});

export const discountTrialRoutes: Routes = (app, context) => {
  app.post(
    "/admin/discounts/:id/trial",
    {
      // It changes nothing: the transaction is rolled back.
      config: { permission: "discounts:read" },
      schema: {
        tags: ["Discounts"],
        summary: "Try a discount on a sample cart",
        params: path("id"),
        querystring: noQuery,
        body: trialBody,
        response: trialAnswer,
      },
    },
    (request) => tryDiscount(context, request.params.id, request.body),
  );
};
