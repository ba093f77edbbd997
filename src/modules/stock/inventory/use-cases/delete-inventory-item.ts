import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteItemRow } from "../inventory-item-store.ts";
import { deleteStockOfItem } from "./delete-stock.ts";

/** An item that is not there is as good as deleted. */
export const deleteInventoryItem = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteItemRow(tx, id);
    if (!wasThere) return;
    await deleteStockOfItem(tx, id);
    await announce(tx, "inventory-item.deleted", { id });
  });
