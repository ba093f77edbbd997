import { type RoutesApp, type Shop, Type } from "tradewind/plugin";
import { deleteReview, type SentReview, writeReview } from "./reviews.ts";
import { anOwnReview, aReview, aSentReview, columns, type PageQuery, page } from "./schemas.ts";
import type { Tables } from "./tables.ts";

const customerOnly = { customerOnly: true };

export function storeRoutes(app: RoutesApp, shop: Shop<Tables>): void {
  app.get<{ Querystring: PageQuery & { product_id: string } }>(
    "/store/reviews",
    {
      schema: {
        summary: "List the reviews of a product, the newest first",
        querystring: Type.Object({ product_id: Type.String({ maxLength: 100 }), ...page }),
        response: {
          200: Type.Object({
            reviews: Type.Array(aReview),
            count: Type.Integer(),
            offset: Type.Integer(),
            limit: Type.Integer(),
          }),
        },
      },
    },
    async ({ query: { product_id, limit, offset } }) => {
      const reviews = await shop.db
        .selectFrom("review")
        .select(columns)
        .where("product_id", "=", product_id)
        .where("state", "=", "published")
        .orderBy("id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      const rating = await shop.db
        .selectFrom("rating")
        .select("count")
        .where("product_id", "=", product_id)
        .executeTakeFirst();
      return { reviews, count: rating?.count ?? 0, offset, limit };
    },
  );

  app.get(
    "/store/reviews/mine",
    {
      config: customerOnly,
      schema: {
        summary: "List the reviews of the customer",
        response: { 200: Type.Object({ reviews: Type.Array(anOwnReview) }) },
      },
    },
    async (request) => {
      const customerId = (await request.caller()).customerId!;
      const reviews = await shop.db
        .selectFrom("review")
        .select([...columns, "review.state"])
        .where("customer_id", "=", customerId)
        .orderBy("id", "desc")
        .limit(500)
        .execute();
      return { reviews };
    },
  );

  app.post<{ Body: SentReview }>(
    "/store/reviews",
    {
      config: customerOnly,
      bodyLimit: 32 * 1024,
      schema: {
        summary: "Write a review",
        description:
          "It is shown when the merchant has published it. Each customer has one review of a product: another one replaces it, and waits again.",
        body: aSentReview,
        response: { 200: Type.Object({ id: Type.Integer(), state: Type.String() }) },
      },
    },
    async (request) => {
      const customerId = (await request.caller()).customerId!;
      return { id: await writeReview(shop, customerId, request.body), state: "pending" };
    },
  );

  app.delete<{ Params: { product_id: string } }>(
    "/store/reviews/:product_id",
    {
      config: customerOnly,
      schema: {
        summary: "Delete one's own review of a product",
        response: { 200: Type.Object({ deleted: Type.Boolean() }) },
      },
    },
    async (request) => {
      const customer_id = (await request.caller()).customerId!;
      const { product_id } = request.params;
      if (!(await deleteReview(shop, { product_id, customer_id })))
        throw shop.refusal("not_found", "There is no review of yours for this product");
      return { deleted: true };
    },
  );
}
