import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { canHaveChildren, type NewReturnReason, reasonFrom } from "../return-reason.ts";
import { insertReason, lockReason } from "../return-reason-store.ts";

/** The parent is locked, so that it is not deleted while it gets a child. */
export const createReturnReason = ({ db }: { db: Db }, input: NewReturnReason): Promise<string> =>
  inTransaction(db, async (tx) => {
    const reason = reasonFrom(newId("rr"), input);
    if (reason.parent_return_reason_id) canHaveChildren(await lockReason(tx, reason.parent_return_reason_id));
    await insertReason(tx, reason);
    await announce(tx, "return-reason.created", { id: reason.id });
    return reason.id;
  });
