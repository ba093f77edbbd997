import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteInviteRow } from "../invite-store.ts";

/** An invite that is gone already stays gone. Its token opens nothing any more. */
export const deleteInvite = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteInviteRow(tx, id);
    if (wasThere) await announce(tx, "invite.deleted", { id });
  });
