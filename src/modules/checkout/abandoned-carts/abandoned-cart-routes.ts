import { type Static, Type } from "typebox";
import { noQuery, pageOf } from "../../../http/list-query.ts";
import { body, nullableText, ok, optional, path, type Routes } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import type { CartFilters } from "./abandoned-cart.ts";
import { exportCarts, setContacted } from "./abandoned-cart-changes.ts";
import { readCarts, showCart } from "./use-cases/read-carts.ts";

const tags = ["Abandoned Carts"];
const time = Type.Unsafe<Date>({ type: "string", format: "date-time" });
const nullableTime = Type.Unsafe<Date | null>({ type: ["string", "null"], format: "date-time" });

const cart = {
  id: Type.String(),
  email: Type.String(),
  customer_id: nullableText,
  name: nullableText,
  phone: nullableText,
  currency_code: Type.String(),
  region: Type.String(),
  pieces: Type.Integer(),
  worth: Type.Integer({
    description: "What the goods cost, in the smallest unit, without discounts, shipping and taxes on top.",
  }),
  titles: Type.String({ description: "The goods in words." }),
  created_at: time,
  active_at: { ...time, description: "When the customer last changed it." },
  contacted_at: nullableTime,
};

const line = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: nullableText,
  thumbnail: nullableText,
  quantity: Type.Integer(),
  unit_price: Type.Integer(),
  product_id: nullableText,
  sku: nullableText,
});

const filters = {
  idle_hours: optional(
    Type.Integer({
      minimum: 1,
      maximum: 8_760,
      default: 4,
      description: "How long the customer has not changed it.",
    }),
  ),
  contacted: optional(Type.Boolean({ description: "Whether the merchant has written to the customer." })),
  from: optional(Type.String({ format: "date-time", description: "The cart is not older." })),
  to: optional(Type.String({ format: "date-time", description: "The cart is older." })),
};

const filtersQuery = Type.Object(filters, { additionalProperties: false });

const listQuery = Type.Object(
  {
    ...filters,
    limit: optional(Type.Integer({ minimum: 0 })),
    offset: optional(Type.Integer({ minimum: 0, maximum: MAX_AMOUNT })),
  },
  { additionalProperties: false },
);

const filtersOf = ({ idle_hours = 4, contacted, from, to }: Static<typeof filtersQuery>): CartFilters => ({
  idleHours: idle_hours,
  contacted: contacted ?? null,
  from: from ?? null,
  to: to ?? null,
});

const listAnswer = ok({
  abandoned_carts: Type.Array(Type.Object(cart)),
  count: Type.Integer({ description: "At most 1000." }),
  offset: Type.Integer(),
  limit: Type.Integer(),
});

/** Carts whose customers left an email and did not come back. */
export const abandonedCartRoutes: Routes = (app, { config, db }) => {
  const answer = ok({ abandoned_cart: Type.Object({ ...cart, items: Type.Array(line) }) });

  app.get(
    "/admin/abandoned-carts",
    { schema: { tags, summary: "List abandoned carts", querystring: listQuery, response: listAnswer } },
    ({ query }) => readCarts(db, filtersOf(query), pageOf(query, { limit: 50, max: config.maxLimit })),
  );

  app.get(
    "/admin/abandoned-carts/export",
    {
      // As every file with the data of many people.
      config: { permission: ["orders:read", "personal-data:read"] },
      schema: {
        tags,
        summary: "Export abandoned carts as CSV",
        querystring: filtersQuery,
        produces: ["text/csv"],
        response: { 200: Type.String({ description: "Semicolons between the cells, as in other exports." }) },
      },
    },
    async ({ query }, reply) =>
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="abandoned-carts.csv"')
        .send(await exportCarts(db, filtersOf(query))),
  );

  app.get(
    "/admin/abandoned-carts/:id",
    {
      schema: {
        tags,
        summary: "Get an abandoned cart",
        params: path("id"),
        querystring: noQuery,
        response: answer,
      },
    },
    ({ params }) => showCart(db, params.id),
  );

  app.post(
    "/admin/abandoned-carts/:id",
    {
      schema: {
        tags,
        summary: "Mark an abandoned cart as contacted",
        params: path("id"),
        querystring: noQuery,
        body: body({ contacted: Type.Boolean() }),
        response: answer,
      },
    },
    async ({ params, body: { contacted } }) => {
      await setContacted(db, params.id, contacted);
      return showCart(db, params.id);
    },
  );
};
