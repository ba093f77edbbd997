import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import type { LevelChanges, LevelKey } from "../inventory-level.ts";
import { changeLevel } from "../inventory-level-store.ts";

/** Stock may be counted below what is reserved: what got lost is lost, whoever it was kept for. */
export const updateInventoryLevel = (
  { db }: { db: Db },
  key: LevelKey,
  changes: LevelChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const id = await changeLevel(tx, key, changes);
    await announce(tx, "inventory-level.updated", { id });
  });
