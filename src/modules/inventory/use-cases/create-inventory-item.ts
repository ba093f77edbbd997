import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import { itemFrom, type NewInventoryItem } from "../inventory-item.ts";
import { attachToVariant, insertItem } from "../inventory-item-store.ts";

export const createInventoryItem = async ({ db }: { db: Db }, input: NewInventoryItem): Promise<string> => {
  if (input.variant_id === undefined) throw notAllowed("variant_id is required");
  return inTransaction(db, (tx) => addInventoryItem(tx, input));
};

/** For those who make an item together with something else, e.g. with its variant. */
export async function addInventoryItem(tx: Tx, input: NewInventoryItem): Promise<string> {
  const item = itemFrom(newId("iitem"), input);
  await insertItem(tx, item);
  if (input.variant_id !== undefined) {
    await attachToVariant(tx, { id: newId("pvitem"), variantId: input.variant_id, itemId: item.id });
  }
  await announce(tx, "inventory-item.created", { id: item.id });
  return item.id;
}
