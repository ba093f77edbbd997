import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { lockCollection, putProductsIn, takeProductsOut } from "../collection-store.ts";

interface Change {
  collectionId: string;
  productIds: string[];
}

/** Products that do not exist are passed over. */
export const addProductsToCollection = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeProducts(db, change, putProductsIn, "product-collection.products_added");

/** Products that are not in the collection stay where they are. */
export const removeProductsFromCollection = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeProducts(db, change, takeProductsOut, "product-collection.products_removed");

const changeProducts = (
  db: Db,
  { collectionId, productIds }: Change,
  write: (tx: Tx, id: string, productIds: string[]) => Promise<void>,
  event: string,
) =>
  inTransaction(db, async (tx) => {
    const collection = await lockCollection(tx, collectionId);
    await write(tx, collectionId, productIds);
    await announce(tx, event, { id: collectionId, productCollection: { ...collection }, productIds });
  });
