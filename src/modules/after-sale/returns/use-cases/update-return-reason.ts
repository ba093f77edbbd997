import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type ReturnReasonChanges, withChanges } from "../return-reason.ts";
import { lockReason, saveReason } from "../return-reason-store.ts";

export const updateReturnReason = (
  { db }: { db: Db },
  id: string,
  changes: ReturnReasonChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const reason = await lockReason(tx, id);
    await saveReason(tx, withChanges(reason, changes));
    await announce(tx, "return-reason.updated", { id });
  });
