import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { lockItem } from "./inventory-item-store.ts";
import { type LevelChanges, type LevelKey, levelInUse, type NewLevel } from "./inventory-level.ts";
import { changeLevel, deleteLevelRow, insertLevel, lockLevels } from "./inventory-level-store.ts";

interface Deps {
  db: Db;
}

export const createInventoryLevel = ({ db }: Deps, itemId: string, input: NewLevel): Promise<void> =>
  inTransaction(db, async (tx) => {
    const id = newId("ilev");
    await insertLevel(tx, {
      id,
      itemId,
      locationId: input.location_id,
      stocked: input.stocked_quantity,
      incoming: input.incoming_quantity ?? 0,
    });
    await announce(tx, "inventory-level.created", { id });
  });

/** The stocked quantity may become less than the reserved one: a stocktake may find fewer pieces. */
export const updateInventoryLevel = ({ db }: Deps, key: LevelKey, changes: LevelChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const id = await changeLevel(tx, key, changes);
    await announce(tx, "inventory-level.updated", { id });
  });

/** Does nothing if the level does not exist. A level with reservations is refused. */
export const deleteInventoryLevel = ({ db }: Deps, key: LevelKey): Promise<void> =>
  inTransaction(db, async (tx) => {
    const [level] = await lockLevels(tx, key.itemId, [key.locationId]);
    if (!level) {
      // An unknown item is refused.
      await lockItem(tx, key.itemId);
      return;
    }
    if (level.reserved_quantity > 0) throw levelInUse(key);
    await deleteLevelRow(tx, level.id);
    await announce(tx, "inventory-level.deleted", { id: level.id });
  });
