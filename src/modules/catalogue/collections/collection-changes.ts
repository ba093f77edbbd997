import type { Db, Tx } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { addCollectionProducts, removeCollectionProducts } from "../products/index.ts";
import { type CollectionChanges, collectionFrom, type NewCollection, withChanges } from "./collection.ts";
import {
  collectionFields,
  deleteCollectionRow,
  insertCollection,
  lockCollection,
  saveCollection,
} from "./collection-store.ts";
import { collectionEvents } from "./events.ts";

export const createCollection = ({ db }: { db: Db }, input: NewCollection): Promise<string> =>
  inTransaction(db, async (tx) => {
    const collection = collectionFrom(newId("pcol"), input);
    await insertCollection(tx, collection);
    await collectionFields.save(tx, collection.id, input.custom_fields);
    await collectionEvents.announce(tx, "product-collection.created", { id: collection.id });
    return collection.id;
  });

export const updateCollection = ({ db }: { db: Db }, id: string, changes: CollectionChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const collection = await lockCollection(tx, id);
    const next = withChanges(collection, changes);
    await saveCollection(tx, next);
    await collectionFields.save(tx, id, changes.custom_fields);
    recordUpdate(tx, collection, next);
    await collectionEvents.announce(tx, "product-collection.updated", { id });
  });

export const deleteCollection = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteCollectionRow(tx, id);
    await collectionEvents.announce(tx, "product-collection.deleted", { id });
  });

interface CollectionProductsChange {
  collectionId: string;
  productIds: string[];
}

/** Products that do not exist are ignored. */
export const addProductsToCollection = (
  { db }: { db: Db },
  change: CollectionProductsChange,
): Promise<void> =>
  changeProducts(db, change, {
    write: addCollectionProducts,
    event: "product-collection.products_added",
  });

/** Products that are not in the collection are ignored. */
export const removeProductsFromCollection = (
  { db }: { db: Db },
  change: CollectionProductsChange,
): Promise<void> =>
  changeProducts(db, change, {
    write: removeCollectionProducts,
    event: "product-collection.products_removed",
  });

interface ProductsWrite {
  write: (tx: Tx, id: string, productIds: string[]) => Promise<void>;
  event: "product-collection.products_added" | "product-collection.products_removed";
}

const changeProducts = (
  db: Db,
  { collectionId, productIds }: CollectionProductsChange,
  { write, event }: ProductsWrite,
) =>
  inTransaction(db, async (tx) => {
    const collection = await lockCollection(tx, collectionId);
    await write(tx, collectionId, productIds);
    await collectionEvents.announce(tx, event, {
      id: collectionId,
      productCollection: { ...collection },
      productIds,
    });
  });
