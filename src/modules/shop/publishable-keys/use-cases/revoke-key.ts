import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { notRevoked } from "../publishable-key.ts";
import { lockKey, saveRevocation } from "../publishable-key-store.ts";

export const revokeKey = (
  { db }: { db: Db },
  { id, userId }: { id: string; userId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    notRevoked(await lockKey(tx, id));
    await saveRevocation(tx, id, userId);
    await announce(tx, "publishable_api_key.revoked", { id });
  });
