import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { invalidParts } from "../../../../kernel/refusal.ts";
import { holdCategory, putProductsIn, takeProductsOut, unknownProducts } from "../category-products-store.ts";

interface Change {
  categoryId: string;
  productIds: string[];
}

/** What is in the category already, stays; an unknown product keeps all of them out. */
export const addProductsToCategory = ({ db }: { db: Db }, change: Change): Promise<string> =>
  changeProducts(db, change, putProductsIn);

/** What is not in the category is passed over, unless no such product exists. */
export const removeProductsFromCategory = ({ db }: { db: Db }, change: Change): Promise<string> =>
  changeProducts(db, change, takeProductsOut);

const changeProducts = (
  db: Db,
  { categoryId, productIds }: Change,
  write: (tx: Tx, id: string, productIds: string[]) => Promise<void>,
) =>
  inTransaction(db, async (tx) => {
    await holdCategory(tx, categoryId);
    const unknown = await unknownProducts(tx, productIds);
    if (unknown.length > 0) throw invalidParts([`Products ${unknown.join(", ")} do not exist`]);
    await write(tx, categoryId, productIds);
    await announce(tx, "product-category.updated", { id: categoryId });
    return categoryId;
  });
