import { type Shop, sql } from "tradewind/plugin";
import { count, lockRating } from "./rating.ts";
import { type HasDb, type ReviewState, settingsOf, type Tables, type Tx } from "./tables.ts";

const MOST_AN_HOUR = 10;

export interface SentReview {
  product_id: string;
  rating: number;
  title?: string;
  text: string;
  author?: string;
}

/** Spaces around it go, and line ends are those of every system. A text of nothing else is none. */
const tidied = (text: string | undefined): string | null =>
  text
    ?.replace(/\r\n?/g, "\n")
    .trim()
    .replace(/\n{3,}/g, "\n\n") || null;

/** Stores a review, which waits for the merchant. A second one of the same customer replaces the first. */
export async function writeReview(shop: Shop<Tables>, customerId: string, sent: SentReview): Promise<number> {
  const { product_id } = sent;
  const body = tidied(sent.text);
  if (body === null) throw shop.refusal("invalid_data", "text is empty");
  const author = tidied(sent.author) ?? (await nameOf(shop, customerId));
  const isVerified = await hasBought(shop, customerId, product_id);
  if (!isVerified && (await settingsOf(shop)).buyers_only)
    throw shop.refusal("not_allowed", "Only customers who bought this product can review it", "not_bought");
  if (!(await isShown(shop, product_id)))
    throw shop.refusal("not_found", "product_id: there is no such product");
  await countWriting(shop, customerId);
  return shop.transaction(async (tx) => {
    await lockRating(tx, product_id);
    const before = await lockReview(tx, { product_id, customer_id: customerId });
    const values = {
      rating: sent.rating,
      title: tidied(sent.title),
      body,
      author,
      is_verified: isVerified,
      state: "pending" as const,
      answer: null,
      moderated_by: null,
      written_at: new Date(),
    };
    const { id } = await tx.db
      .insertInto("review")
      .values({ ...values, product_id, customer_id: customerId })
      .onConflict((row) => row.columns(["product_id", "customer_id"]).doUpdateSet(values))
      .returning("id")
      .executeTakeFirstOrThrow();
    await count(tx, product_id, { before: published(before), after: null });
    await tx.emit("product-reviews.written", { id: String(id), product_id, customer_id: customerId });
    return id;
  });
}

interface Rated {
  state: ReviewState;
  rating: number;
}

const published = (review: Rated | undefined): number | null =>
  review?.state === "published" ? review.rating : null;

const lockReview = ({ db }: Tx, { product_id, customer_id }: { product_id: string; customer_id: string }) =>
  db
    .selectFrom("review")
    .select(["id", "state", "rating"])
    .where("product_id", "=", product_id)
    .where("customer_id", "=", customer_id)
    .forUpdate()
    .executeTakeFirst();

/** One statement decides and writes, so that requests at the same time count together, in all processes. */
async function countWriting(shop: Shop<Tables>, customerId: string): Promise<void> {
  const counted = await shop.db
    .insertInto("writing")
    .values({ customer_id: customerId, hour: sql<Date>`date_trunc('hour', now())` })
    .onConflict((row) =>
      row
        .columns(["customer_id", "hour"])
        .doUpdateSet({ count: (known) => known("writing.count", "+", 1) })
        .where("writing.count", "<", MOST_AN_HOUR),
    )
    .returning("count")
    .executeTakeFirst();
  if (!counted) throw shop.refusal("too_many_requests", `At most ${MOST_AN_HOUR} reviews in an hour`);
}

export const forgetWritings = async ({ db }: HasDb): Promise<void> => {
  await db.deleteFrom("writing").where("hour", "<", sql<Date>`now() - interval '1 day'`).execute();
};

/** As much of the name as a stranger may see. */
async function nameOf({ db }: HasDb, customerId: string): Promise<string> {
  const customer = await db
    .selectFrom("tradewind_v1.customer")
    .select("first_name")
    .where("id", "=", customerId)
    .executeTakeFirst();
  return customer?.first_name?.trim().slice(0, 60) || "–";
}

async function hasBought({ db }: HasDb, customerId: string, productId: string): Promise<boolean> {
  const bought = await db
    .selectFrom("tradewind_v1.order as order")
    .innerJoin("tradewind_v1.line_item as line", "line.order_id", "order.id")
    .innerJoin("tradewind_v1.product_variant as variant", "variant.id", "line.variant_id")
    .select("order.id")
    .where("order.customer_id", "=", customerId)
    .where("order.status", "<>", "canceled")
    .where("variant.product_id", "=", productId)
    .limit(1)
    .executeTakeFirst();
  return bought !== undefined;
}

async function isShown({ db }: HasDb, productId: string): Promise<boolean> {
  const product = await db
    .selectFrom("tradewind_v1.product")
    .select("id")
    .where("id", "=", productId)
    .where("status", "=", "published")
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return product !== undefined;
}

interface Moderation {
  state: ReviewState;
  answer?: string;
  userId: string | null;
}

/** Publishes, rejects or answers a review. False: there is none. */
export async function moderate(shop: Shop<Tables>, id: number, moderation: Moderation): Promise<boolean> {
  const { state, answer, userId } = moderation;
  return shop.transaction(async (tx) => {
    const found = await tx.db
      .selectFrom("review")
      .select(["product_id", "customer_id"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!found) return false;
    await lockRating(tx, found.product_id);
    const before = await lockReview(tx, found);
    if (!before) return false;
    await tx.db
      .updateTable("review")
      .set({ state, moderated_by: userId, ...(answer !== undefined && { answer: tidied(answer) }) })
      .where("id", "=", id)
      .execute();
    await count(tx, found.product_id, { before: published(before), after: published({ ...before, state }) });
    if (state !== before.state)
      await tx.emit("product-reviews.moderated", { id: String(id), customer_id: found.customer_id, state });
    return true;
  });
}

/** Deletes the review that a customer wrote about a product. False: there is none. */
export async function deleteReview(
  shop: Shop<Tables>,
  review: { product_id: string; customer_id: string },
): Promise<boolean> {
  return shop.transaction(async (tx) => {
    await lockRating(tx, review.product_id);
    const before = await lockReview(tx, review);
    if (!before) return false;
    await tx.db.deleteFrom("review").where("id", "=", before.id).execute();
    await count(tx, review.product_id, { before: published(before), after: null });
    return true;
  });
}

/** All of a customer who was erased: a text may say who wrote it. */
export async function erase(shop: Shop<Tables>, customerId: string): Promise<void> {
  const reviews = await shop.db
    .selectFrom("review")
    .select(["product_id", "customer_id"])
    .where("customer_id", "=", customerId)
    .execute();
  for (const review of reviews) await deleteReview(shop, review);
  await shop.db.deleteFrom("writing").where("customer_id", "=", customerId).execute();
}
