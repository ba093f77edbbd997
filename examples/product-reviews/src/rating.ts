import { ApiError } from "tradewind/plugin";
import type { Tx } from "./tables.ts";

/** What is published of one customer for a product: a rating, or nothing. */
type Published = number | null;

/**
 * Keeps the sum and the fields of the product in step when what is published changes. The row of the product is locked before the
 * review is, so that of many changes at once none is lost.
 */
export async function count(
  tx: Tx,
  productId: string,
  { before, after }: { before: Published; after: Published },
): Promise<void> {
  if (before === after) return;
  const { count, total } = await tx.db
    .updateTable("rating")
    .set((row) => ({
      count: row("count", "+", (after === null ? 0 : 1) - (before === null ? 0 : 1)),
      total: row("total", "+", (after ?? 0) - (before ?? 0)),
    }))
    .where("product_id", "=", productId)
    .returning(["count", "total"])
    .executeTakeFirstOrThrow();
  await showOnProduct(tx, productId, { count, total });
}

/** Until the transaction ends, nothing else changes what is published about the product. */
export async function lockRating({ db }: Tx, productId: string): Promise<void> {
  await db
    .insertInto("rating")
    .values({ product_id: productId })
    .onConflict((row) => row.doNothing())
    .execute();
  await db.selectFrom("rating").select("count").where("product_id", "=", productId).forUpdate().execute();
}

/** In hundredths of a star, so that it is a whole number: 450 is 4.5. */
const average = (count: number, total: number) => (count === 0 ? null : Math.round((total * 100) / count));

async function showOnProduct(tx: Tx, id: string, { count, total }: { count: number; total: number }) {
  const fields = { review_count: count, review_rating: average(count, total) };
  try {
    const api = tx.api.as({ permissions: ["products:write"] });
    await api.updateAdminProduct({ path: { id }, body: { custom_fields: fields } });
  } catch (error) {
    // The product is deleted.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
