import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteReasonRows, lockReason } from "../return-reason-store.ts";

/** Reasons below it are deleted too: nobody could choose them any more. Returns that name them keep them. */
export const deleteReturnReason = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockReason(tx, id);
    for (const gone of await deleteReasonRows(tx, id))
      await announce(tx, "return-reason.deleted", { id: gone });
  });
