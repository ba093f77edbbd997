import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { lockItem } from "../inventory-item-store.ts";
import { type LevelKey, levelInUse } from "../inventory-level.ts";
import { deleteLevelRow, lockLevels } from "../inventory-level-store.ts";

/** A level that is not there is as good as deleted; one that stock is reserved at stays. */
export const deleteInventoryLevel = ({ db }: { db: Db }, key: LevelKey): Promise<void> =>
  inTransaction(db, async (tx) => {
    const [level] = await lockLevels(tx, key.itemId, [key.locationId]);
    if (!level) {
      // Of an item that nobody knows, nothing was deleted either.
      await lockItem(tx, key.itemId);
      return;
    }
    if (level.reserved_quantity > 0) throw levelInUse(key);
    await deleteLevelRow(tx, level.id);
    await announce(tx, "inventory-level.deleted", { id: level.id });
  });
