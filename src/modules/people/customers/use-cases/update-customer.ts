import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { endAllSessions } from "../../auth/index.ts";
import { type CustomerChanges, refuseEmailOfAccount, withChanges } from "../customer.ts";
import { lockCustomer, saveCustomer } from "../customer-store.ts";
import { replaceGroups } from "../membership-store.ts";
import { hashIfGiven } from "./hash-if-given.ts";

type CustomerUpdate = Omit<CustomerChanges, "password_hash"> & {
  password?: string;
  groups?: { id: string }[];
};

/** Changes by an admin. */
export async function updateCustomer(
  { db }: { db: Db },
  id: string,
  { password, groups, ...changes }: CustomerUpdate,
): Promise<void> {
  const password_hash = await hashIfGiven(password);
  await inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, id);
    refuseEmailOfAccount(customer, changes.email);
    const saved = await saveCustomer(tx, withChanges(customer, { ...changes, password_hash }));
    if (groups) await replaceGroups(tx, { customerId: id, groupIds: groups.map((group) => group.id) });
    if (password_hash) await endAllSessions(tx, "customer", id);
    await announce(tx, "customer.updated", { ...saved });
  });
}
