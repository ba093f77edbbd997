import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { insertCollection, type NewCollection } from "../payment-collection-store.ts";

/** What is to be paid for the edit of a locked order. */
export async function createCollection(tx: Tx, collection: Omit<NewCollection, "id">): Promise<string> {
  const id = newId("paycol");
  const saved = await insertCollection(tx, { id, ...collection });
  await announce(tx, "payment-collection.created", { ...saved });
  return id;
}
