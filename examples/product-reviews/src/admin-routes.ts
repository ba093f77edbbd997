import { type RoutesApp, type Shop, type Static, Type } from "tradewind/plugin";
import { moderate } from "./reviews.ts";
import { aModeratedReview, aModeration, columns, type PageQuery, page, settings } from "./schemas.ts";
import { type HasDb, type ReviewState, settingsOf, type Tables } from "./tables.ts";

interface ListQuery extends PageQuery {
  state?: ReviewState;
  product_id?: string;
}

const state = Type.Unsafe<ReviewState>({ type: "string", enum: ["pending", "published", "rejected"] });

/** Customer care moderates, so the permissions are those for customers. */
export function adminRoutes(app: RoutesApp, shop: Shop<Tables>): void {
  app.get<{ Querystring: ListQuery }>(
    "/admin/reviews",
    {
      config: { permission: "customers:read" },
      schema: {
        summary: "List reviews, the oldest first",
        querystring: Type.Object({
          state: Type.Optional(state),
          product_id: Type.Optional(Type.String({ maxLength: 100 })),
          ...page,
        }),
        response: {
          200: Type.Object({ reviews: Type.Array(aModeratedReview), count: Type.Integer() }),
        },
      },
    },
    async ({ query }) => ({
      reviews: await listReviews(shop, query),
      count: await countReviews(shop, query),
    }),
  );

  app.post<{ Params: { id: string }; Body: { state: "published" | "rejected"; answer?: string } }>(
    "/admin/reviews/:id",
    {
      config: { permission: "customers:write" },
      schema: {
        summary: "Publish, reject or answer a review",
        params: Type.Object({ id: Type.String({ pattern: "^[0-9]{1,9}$" }) }),
        body: aModeration,
        response: { 200: Type.Object({ id: Type.Integer(), state: Type.String() }) },
      },
    },
    async (request) => {
      const id = Number(request.params.id);
      const { userId } = await request.caller();
      if (!(await moderate(shop, id, { ...request.body, userId })))
        throw shop.refusal("not_found", `There is no review ${id}`);
      return { id, state: request.body.state };
    },
  );

  app.get(
    "/admin/reviews/settings",
    {
      config: { permission: "settings:read" },
      schema: { summary: "Get the settings of reviews", response: { 200: settings } },
    },
    () => settingsOf(shop),
  );

  app.post<{ Body: Static<typeof settings> }>(
    "/admin/reviews/settings",
    {
      config: { permission: "settings:write" },
      schema: { summary: "Change the settings of reviews", body: settings, response: { 200: settings } },
    },
    async ({ body }) => {
      await shop.db.updateTable("setting").set(body).execute();
      return settingsOf(shop);
    },
  );
}

const filtered = ({ db }: HasDb, { state, product_id }: ListQuery) =>
  db
    .selectFrom("review")
    .innerJoin("tradewind_v1.product as product", "product.id", "review.product_id")
    .innerJoin("tradewind_v1.customer as customer", "customer.id", "review.customer_id")
    .$if(state !== undefined, (query) => query.where("review.state", "=", state!))
    .$if(product_id !== undefined, (query) => query.where("review.product_id", "=", product_id!));

const listReviews = (shop: HasDb, query: ListQuery) =>
  filtered(shop, query)
    .select([...columns, "review.state", "review.customer_id"])
    .select(["product.title as product_title", "customer.email"])
    .orderBy("review.id")
    .limit(query.limit)
    .offset(query.offset)
    .execute();

async function countReviews(shop: HasDb, query: ListQuery): Promise<number> {
  const { count } = await filtered(shop, query)
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
