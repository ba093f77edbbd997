import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type CustomerGroupChanges, withChanges } from "../customer-group.ts";
import { lockGroup, saveGroup } from "../customer-group-store.ts";

export const updateCustomerGroup = (
  { db }: { db: Db },
  id: string,
  changes: CustomerGroupChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const group = await lockGroup(tx, id);
    await saveGroup(tx, withChanges(group, changes));
    await announce(tx, "customer-group.updated", { id });
  });
