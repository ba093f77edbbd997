import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { letGoOfGroup } from "../../../catalogue/price-lists/index.ts";
import { deleteGroupRow, lockGroupFully } from "../customer-group-store.ts";

/** A group that is not there is as good as deleted. */
export const deleteCustomerGroup = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { isThere } = await lockGroupFully(tx, id);
    if (!isThere) return;
    await letGoOfGroup(tx, id);
    await deleteGroupRow(tx, id);
    await announce(tx, "customer-group.deleted", { id });
  });
