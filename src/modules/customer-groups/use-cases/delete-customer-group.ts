import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { deleteGroupRow } from "../customer-group-store.ts";

/** A group that is not there is as good as deleted. */
export const deleteCustomerGroup = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteGroupRow(tx, id);
    if (wasThere) await announce(tx, "customer-group.deleted", { id });
  });
