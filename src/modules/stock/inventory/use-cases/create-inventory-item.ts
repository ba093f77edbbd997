import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import { itemFrom, type NewInventoryItem } from "../inventory-item.ts";
import { attachToVariant, insertItem } from "../inventory-item-store.ts";

export async function createInventoryItem(
  { db }: { db: Db },
  { variant_id: variantId, ...input }: NewInventoryItem,
): Promise<string> {
  if (variantId === undefined) throw notAllowed("variant_id is required");
  return inTransaction(db, async (tx) => {
    const item = itemFrom(newId("iitem"), input);
    await insertItem(tx, item);
    await attachToVariant(tx, { id: newId("pvitem"), variantId, itemId: item.id });
    await announce(tx, "inventory-item.created", { id: item.id });
    return item.id;
  });
}
