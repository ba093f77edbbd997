import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/announce.ts";
import { insertCustomers, type KnownCustomer, saveCustomers } from "../known-customer-store.ts";
import { groupsOfCustomers } from "../membership-store.ts";

/** How a customer is to be, and how it was; null for a new one. */
export interface CustomerChange {
  before: KnownCustomer | null;
  after: KnownCustomer;
  /** The groups by their ids, where they are others than before. */
  groupIds: readonly string[] | null;
}

/** A few statements for any number of customers, which the caller has locked. */
export async function saveKnownCustomers(tx: Tx, changes: readonly CustomerChange[]): Promise<void> {
  const made = changes.filter(({ before }) => before === null);
  const changed = changes.filter(({ before }) => before !== null);
  const added = await insertCustomers(
    tx,
    made.map(({ after }) => after),
  );
  const saved = await saveCustomers(
    tx,
    changed.map(({ after }) => after),
  );
  await groupsOfCustomers.replaceAll(
    tx,
    new Map(changes.flatMap(({ after, groupIds }) => (groupIds ? [[after.id, groupIds] as const] : []))),
  );
  await announceAll(tx, [
    ...added.map((data) => ({ name: "customer.created", data })),
    ...saved.map((data) => ({ name: "customer.updated", data })),
  ]);
}
