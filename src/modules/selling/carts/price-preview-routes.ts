import { Type } from "typebox";
import { ok, optional, type Routes } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { previewPrices } from "./use-cases/preview-prices.ts";

const MAX_VARIANTS = 200;

const id = (description: string) => Type.String({ minLength: 1, description });

const previewQuery = Type.Object(
  {
    region_id: id("Where it is sold."),
    variant_id: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: MAX_VARIANTS }),
    customer_id: optional(id("Whose customer groups count. Without it, none do.")),
    quantity: optional(Type.Integer({ minimum: 1, maximum: MAX_AMOUNT, default: 1 })),
    price_list_id: optional(id("This list counts as active, whatever its status and dates are.")),
  },
  { additionalProperties: false },
);

const amount = (description: string) =>
  Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: `${description} In the smallest unit of the currency; null without a price.`,
  });
const includesTax = Type.Unsafe<boolean | null>({ type: ["boolean", "null"] });

const previewAnswer = ok({
  currency_code: Type.String(),
  prices: Type.Array(
    Type.Object({
      variant_id: Type.String(),
      title: Type.String(),
      product_title: Type.String(),
      price: amount("What a piece costs this customer at this quantity."),
      includes_tax: includesTax,
      regular_price: amount("What it would cost without price lists."),
      regular_includes_tax: includesTax,
    }),
  ),
});

export const pricePreviewRoutes: Routes = (app, context) => {
  app.get(
    "/admin/price-lists/preview",
    {
      schema: {
        tags: ["Price Lists"],
        summary: "Preview prices for a customer",
        querystring: previewQuery,
        response: previewAnswer,
      },
    },
    (request) => previewPrices(context, request.query),
  );
};
