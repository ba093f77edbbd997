import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import { deleteAnalyticsConfigsOf } from "../../../platform/analytics-configs/index.ts";
import { endAllSessions } from "../../auth/index.ts";
import { deleteUserRow, hasUsers, lockUsers } from "../user-store.ts";

/** A user who is gone already stays gone. The last one cannot go: nobody could get in any more. */
export const deleteUser = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockUsers(tx);
    if (!(await deleteUserRow(tx, id))) return;
    if (!(await hasUsers(tx))) throw notAllowed("The last user cannot be deleted.");
    await endAllSessions(tx, "user", id);
    await deleteAnalyticsConfigsOf(tx, id);
    await announce(tx, "user.deleted", { id });
  });
