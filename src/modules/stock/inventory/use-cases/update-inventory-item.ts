import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type InventoryItemChanges, withChanges } from "../inventory-item.ts";
import { lockItem, saveItem } from "../inventory-item-store.ts";

export const updateInventoryItem = (
  { db }: { db: Db },
  id: string,
  changes: InventoryItemChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const item = await lockItem(tx, id);
    await saveItem(tx, withChanges(item, changes));
    await announce(tx, "inventory-item.updated", { id });
  });
