import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { lockGroup, putCustomersIn, takeCustomersOut } from "../customer-group-store.ts";

interface Change {
  groupId: string;
  customerIds: string[];
}

/** Who is in the group already, stays; who is unknown, keeps everybody out. */
export const addCustomersToGroup = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeCustomers(db, change, putCustomersIn, "customer-group.customers_added");

/** Who is not in the group is passed over. */
export const removeCustomersFromGroup = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeCustomers(db, change, takeCustomersOut, "customer-group.customers_removed");

const changeCustomers = (
  db: Db,
  { groupId, customerIds }: Change,
  write: (tx: Tx, id: string, customerIds: string[]) => Promise<void>,
  event: string,
) =>
  inTransaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    await write(tx, groupId, [...new Set(customerIds)].sort());
    await announce(tx, event, { id: groupId, customer_ids: customerIds });
  });
