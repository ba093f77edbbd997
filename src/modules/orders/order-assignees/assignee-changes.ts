import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { invalid, notFound } from "../../../kernel/refusal.ts";
import { assigneesOf, isUser, lockAssignable, saveAssignee } from "./assignee-store.ts";
import { assigneeEvents } from "./events.ts";

interface Assignment {
  orderIds: readonly string[];
  /** Null: no user takes care of them. */
  userId: string | null;
}

/** Returns how many orders another user takes care of now. */
export const assignOrders = ({ db }: { db: Db }, { orderIds, userId }: Assignment): Promise<number> =>
  inTransaction(db, async (tx) => {
    const ids = [...new Set(orderIds)].sort();
    const unknown = await lockAssignable(tx, ids);
    if (unknown !== null) throw notFound("Order", unknown);
    if (userId !== null && !(await isUser(tx, userId))) throw invalid(`user_id: there is no user ${userId}`);
    const before = await assigneesOf(tx, ids);
    const changed = ids.filter((id) => (before.get(id) ?? null) !== userId);
    if (changed.length === 0) return 0;
    await saveAssignee(tx, changed, userId);
    const events = changed.map((id) => ({ id, user_id: userId, previous_user_id: before.get(id) ?? null }));
    await assigneeEvents.announceEach(tx, "order.assigned", events);
    return changed.length;
  });
