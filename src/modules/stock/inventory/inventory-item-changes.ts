import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import { type InventoryItemChanges, itemFrom, type NewInventoryItem, withChanges } from "./inventory-item.ts";
import { attachToVariant, deleteItemRow, insertItem, lockItem, saveItem } from "./inventory-item-store.ts";
import { deleteStockOfItem } from "./use-cases/delete-stock.ts";

interface Deps {
  db: Db;
}

export async function createInventoryItem(
  { db }: Deps,
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

export const updateInventoryItem = ({ db }: Deps, id: string, changes: InventoryItemChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const item = await lockItem(tx, id);
    await saveItem(tx, withChanges(item, changes));
    await announce(tx, "inventory-item.updated", { id });
  });

/** Does nothing if the item does not exist, as in v1. */
export const deleteInventoryItem = ({ db }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { existed } = await deleteItemRow(tx, id);
    if (!existed) return;
    await deleteStockOfItem(tx, id);
    await announce(tx, "inventory-item.deleted", { id });
  });
