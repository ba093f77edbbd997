import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { draftListsOfDeletedGroup } from "../../catalogue/price-lists/index.ts";
import {
  type CustomerGroupChanges,
  groupFrom,
  type NewCustomerGroup,
  withChanges,
} from "./customer-group.ts";
import {
  deleteGroupRow,
  deleteMembers,
  insertGroup,
  insertMembers,
  lockGroup,
  lockGroupFully,
  saveGroup,
} from "./customer-group-store.ts";

interface Deps {
  db: Db;
}

export const createCustomerGroup = ({ db }: Deps, input: NewCustomerGroup): Promise<string> =>
  inTransaction(db, async (tx) => {
    const group = groupFrom(newId("cgrp"), input);
    await insertGroup(tx, group);
    await announce(tx, "customer-group.created", { id: group.id });
    return group.id;
  });

export const updateCustomerGroup = ({ db }: Deps, id: string, changes: CustomerGroupChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const group = await lockGroup(tx, id);
    await saveGroup(tx, withChanges(group, changes));
    await announce(tx, "customer-group.updated", { id });
  });

/** Does nothing if the group does not exist, as in v1. */
export const deleteCustomerGroup = ({ db }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { exists } = await lockGroupFully(tx, id);
    if (!exists) return;
    await draftListsOfDeletedGroup(tx, id);
    await deleteGroupRow(tx, id);
    await announce(tx, "customer-group.deleted", { id });
  });

interface MemberChange {
  groupId: string;
  customerIds: string[];
}

/** Ignores customers that are already in the group. An unknown customer refuses the whole request. */
export const addCustomersToGroup = ({ db }: Deps, change: MemberChange): Promise<void> =>
  changeMembers(db, change, insertMembers, "customer-group.customers_added");

/** Ignores customers that are not in the group. */
export const removeCustomersFromGroup = ({ db }: Deps, change: MemberChange): Promise<void> =>
  changeMembers(db, change, deleteMembers, "customer-group.customers_removed");

const changeMembers = (
  db: Db,
  { groupId, customerIds }: MemberChange,
  write: (tx: Tx, id: string, customerIds: string[]) => Promise<void>,
  event: string,
) =>
  inTransaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    await write(tx, groupId, [...new Set(customerIds)].sort());
    await announce(tx, event, { id: groupId, customer_ids: customerIds });
  });
