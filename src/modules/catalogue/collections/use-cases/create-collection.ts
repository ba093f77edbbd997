import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { collectionFrom, type NewCollection } from "../collection.ts";
import { insertCollection } from "../collection-store.ts";

export const createCollection = ({ db }: { db: Db }, input: NewCollection): Promise<string> =>
  inTransaction(db, async (tx) => {
    const collection = collectionFrom(newId("pcol"), input);
    await insertCollection(tx, collection);
    await announce(tx, "product-collection.created", { id: collection.id });
    return collection.id;
  });
