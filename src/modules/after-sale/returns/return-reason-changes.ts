import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { returnEvents } from "./events.ts";
import {
  checkCanHaveChildren,
  type NewReturnReason,
  type ReturnReasonChanges,
  reasonFrom,
  withChanges,
} from "./return-reason.ts";
import { deleteReasonRows, insertReason, lockReason, saveReason } from "./return-reason-store.ts";

/** Locks the parent, so that it cannot be deleted before the child is committed. */
export const createReturnReason = ({ db }: { db: Db }, input: NewReturnReason): Promise<string> =>
  inTransaction(db, async (tx) => {
    const reason = reasonFrom(newId("rr"), input);
    const parentId = reason.parent_return_reason_id;
    if (parentId) checkCanHaveChildren(await lockReason(tx, parentId));
    await insertReason(tx, reason);
    await returnEvents.announce(tx, "return-reason.created", { id: reason.id });
    return reason.id;
  });

export const updateReturnReason = (
  { db }: { db: Db },
  id: string,
  changes: ReturnReasonChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const reason = await lockReason(tx, id);
    await saveReason(tx, withChanges(reason, changes));
    await returnEvents.announce(tx, "return-reason.updated", { id });
  });

/** Deletes its children too: lists show a child only below its parent. A soft delete: returns still refer to them. */
export const deleteReturnReason = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockReason(tx, id);
    for (const deletedId of await deleteReasonRows(tx, id))
      await returnEvents.announce(tx, "return-reason.deleted", { id: deletedId });
  });
