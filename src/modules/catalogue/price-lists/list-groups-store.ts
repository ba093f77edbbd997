import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { compiled, compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import { groupsNotFound } from "./price-list.ts";

interface ListGroups {
  listId: string;
  groupIds: string[];
}

// A shared lock: a group cannot be deleted before its link is committed.
const lockShared = compiled("price-list-lock-groups", (db, p: { groupIds: string[] }) =>
  db
    .selectFrom("customer_group")
    .select("id")
    .where(sql<boolean>`id = any(${p.groupIds})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forKeyShare(),
);

const groups = linkTable("price_list_customer_groups", {
  owner: "price_list_id",
  other: "customer_group_id",
});

/** Replaces the groups of the list. Without groups the list applies to all customers. */
export async function replaceListGroups(tx: Tx, { listId, groupIds }: ListGroups): Promise<void> {
  const uniqueIds = [...new Set(groupIds)].sort();
  if (uniqueIds.length > 0) {
    const known = new Set((await lockShared(tx, { groupIds: uniqueIds })).map(({ id }) => id));
    const unknown = uniqueIds.filter((id) => !known.has(id));
    if (unknown.length > 0) throw groupsNotFound(unknown);
  }
  await groups.removeOthers(tx, listId, uniqueIds);
  await groups.add(tx, listId, uniqueIds);
}

const lockListsOfGroup = compiledWrite<{ groupId: string }>(
  "price-list-lock-of-group",
  {},
  (p) => sql`select list.id from price_list list
    join price_list_customer_groups link on link.price_list_id = list.id
    where link.customer_group_id = ${p.groupId} order by list.id for no key update of list`,
);

const draftListRows = compiledReturningWrite<{ groupId: string }, { id: string }>(
  "price-list-draft-of-group",
  { updates: ["price_list"] },
  (p) => sql<{ id: string }>`
    update price_list list set status = 'draft', updated_at = now()
    where list.status = 'active' and list.deleted_at is null
      and exists (select 1 from price_list_customer_groups link
        where link.price_list_id = list.id and link.customer_group_id = ${p.groupId})
      and not exists (select 1 from price_list_customer_groups link
        where link.price_list_id = list.id and link.customer_group_id <> ${p.groupId})
    returning list.id`,
);

/** Turns the lists that have only this group into drafts; returns their ids. */
export async function draftListsOnlyFor(tx: Tx, groupId: string): Promise<string[]> {
  await lockListsOfGroup(tx, { groupId });
  return (await draftListRows(tx, { groupId })).map(({ id }) => id);
}
