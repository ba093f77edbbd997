import { Type } from "typebox";
import { nullableText, optional, page, type Routes, text } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { FEW_PIECES } from "./stock.ts";
import { LOW_STOCK_PAGE, readLowStock } from "./use-cases/read-low-stock.ts";

const query = Type.Object(
  {
    at_most: optional(
      Type.Integer({
        default: FEW_PIECES,
        minimum: 0,
        maximum: MAX_AMOUNT,
        description: "A variant with at most so many pieces is low in stock.",
      }),
    ),
    limit: optional(
      Type.Integer({ default: LOW_STOCK_PAGE, minimum: 0, maximum: MAX_AMOUNT, description: "Page size." }),
    ),
    offset: optional(
      Type.Integer({ default: 0, minimum: 0, maximum: MAX_AMOUNT, description: "Rows to skip." }),
    ),
  },
  { additionalProperties: false },
);

const lowVariant = Type.Object({
  id: text,
  title: text,
  sku: nullableText,
  product_id: text,
  product_title: text,
  available: Type.Integer({ description: "Pieces that all channels together can sell." }),
});

export const lowStockRoutes: Routes = (app, { config, db }) => {
  app.get(
    "/admin/variants/low-stock",
    {
      config: { permission: "stock:read" },
      schema: {
        tags: ["Product Variants"],
        summary: "List variants that are low in stock",
        querystring: query,
        response: page("variants", lowVariant),
      },
    },
    (request) => readLowStock({ config, db }, request.query),
  );
};
