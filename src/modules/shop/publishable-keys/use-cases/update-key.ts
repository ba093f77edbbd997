import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { lockKey, renameKey } from "../publishable-key-store.ts";

/** A revoked key may still get another title: it stays in the list. */
export const updateKey = ({ db }: { db: Db }, id: string, changes: { title?: string }): Promise<void> =>
  inTransaction(db, async (tx) => {
    const key = await lockKey(tx, id);
    await renameKey(tx, id, changes.title ?? key.title);
    await announce(tx, "publishable_api_key.updated", { id });
  });
