import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/define-events.ts";
import { customerEvents } from "../events.ts";
import { insertCustomers, type KnownCustomer, saveCustomers } from "../known-customer-store.ts";
import { groupsOfCustomers } from "../membership-store.ts";

/** A customer after and before an import; `before` is null for a new one. */
export interface CustomerChange {
  before: KnownCustomer | null;
  after: KnownCustomer;
  /** The new group ids; null if they have not changed. */
  groupIds: readonly string[] | null;
}

/** Saves any number of customers with a constant number of statements. The caller has locked them. */
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
    ...added.map((data) => customerEvents.of("customer.created", data)),
    ...saved.map((data) => customerEvents.of("customer.updated", data)),
  ]);
}
