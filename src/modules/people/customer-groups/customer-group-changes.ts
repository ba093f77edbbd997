import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { draftListsOfDeletedGroup } from "../../catalogue/price-lists/index.ts";
import {
  type CustomerGroupChanges,
  groupFrom,
  membersFollowRules,
  type NewCustomerGroup,
  withChanges,
} from "./customer-group.ts";
import {
  deleteGroupRow,
  deleteMembers,
  groupFields,
  insertGroup,
  insertMembers,
  isSegment,
  lockGroup,
  lockGroupFully,
  saveGroup,
} from "./customer-group-store.ts";
import { customerGroupEvents } from "./events.ts";

interface Deps {
  db: Db;
}

export const createCustomerGroup = ({ db }: Deps, input: NewCustomerGroup): Promise<string> =>
  inTransaction(db, async (tx) => {
    const id = newId("cgrp");
    await createGroup(tx, { id, ...input });
    return id;
  });

/** In the transaction of a caller that needs the group for something else. */
export async function createGroup(
  tx: Tx,
  { id, ...input }: NewCustomerGroup & { id: string },
): Promise<void> {
  await insertGroup(tx, groupFrom(id, input));
  await groupFields.save(tx, id, input.custom_fields);
  await customerGroupEvents.announce(tx, "customer-group.created", { id });
}

export const updateCustomerGroup = ({ db }: Deps, id: string, changes: CustomerGroupChanges): Promise<void> =>
  inTransaction(db, (tx) => changeGroup(tx, id, changes));

async function changeGroup(tx: Tx, id: string, changes: CustomerGroupChanges): Promise<void> {
  const group = await lockGroup(tx, id);
  await saveGroup(tx, withChanges(group, changes));
  await groupFields.save(tx, id, changes.custom_fields);
  await customerGroupEvents.announce(tx, "customer-group.updated", { id });
}

export const renameGroup = (tx: Tx, { id, name }: { id: string; name: string }): Promise<void> =>
  changeGroup(tx, id, { name });

export const deleteCustomerGroup = ({ db }: Deps, id: string): Promise<void> =>
  inTransaction(db, (tx) => removeGroup(tx, id));

/** Does nothing if the group does not exist, as in v1. */
export async function removeGroup(tx: Tx, id: string): Promise<void> {
  const { exists } = await lockGroupFully(tx, id);
  if (!exists) return;
  await draftListsOfDeletedGroup(tx, id);
  await deleteGroupRow(tx, id);
  await customerGroupEvents.announce(tx, "customer-group.deleted", { id });
}

type CustomerRefs = readonly { id: string }[];

/** Ignores customers that are already in the group. An unknown customer refuses the whole request. */
export const addCustomersToGroup = ({ db }: Deps, groupId: string, customers: CustomerRefs): Promise<void> =>
  changeMembers(db, { groupId, customers, write: insertMembers, event: "customer-group.customers_added" });

/** Ignores customers that are not in the group. */
export const removeCustomersFromGroup = (
  { db }: Deps,
  groupId: string,
  customers: CustomerRefs,
): Promise<void> =>
  changeMembers(db, { groupId, customers, write: deleteMembers, event: "customer-group.customers_removed" });

interface MemberChange {
  groupId: string;
  customers: CustomerRefs;
  write: (tx: Tx, groupId: string, customerIds: string[]) => Promise<void>;
  event: "customer-group.customers_added" | "customer-group.customers_removed";
}

const changeMembers = (db: Db, { groupId, customers, write, event }: MemberChange) =>
  inTransaction(db, async (tx) => {
    const customerIds = customers.map(({ id }) => id);
    await lockGroup(tx, groupId);
    if (await isSegment(tx, groupId)) throw membersFollowRules();
    await write(tx, groupId, [...new Set(customerIds)].sort());
    await customerGroupEvents.announce(tx, event, { id: groupId, customer_ids: customerIds });
  });
