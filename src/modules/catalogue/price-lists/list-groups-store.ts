import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { compiled, compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import { unknownGroups } from "./price-list.ts";

interface Groups {
  listId: string;
  groupIds: string[];
}

// Locked until the end, so that a group cannot go between this check and the link.
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

/** The list is then for these groups and no others; for everybody when there are none. */
export async function replaceListGroups(tx: Tx, { listId, groupIds }: Groups): Promise<void> {
  const wanted = [...new Set(groupIds)].sort();
  if (wanted.length > 0) {
    const known = new Set((await lockShared(tx, { groupIds: wanted })).map(({ id }) => id));
    const unknown = wanted.filter((id) => !known.has(id));
    if (unknown.length > 0) throw unknownGroups(unknown);
  }
  await groups.removeOthers(tx, listId, wanted);
  await groups.add(tx, listId, wanted);
}

const lockListsOf = compiledWrite<{ groupId: string }>(
  "price-list-lock-of-group",
  {},
  (p) => sql`select list.id from price_list list
    join price_list_customer_groups link on link.price_list_id = list.id
    where link.customer_group_id = ${p.groupId} order by list.id for no key update of list`,
);

const draftListsOf = compiledReturningWrite<{ groupId: string }, { id: string }>(
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

/** Lists that are for this group alone become drafts; returns their ids. */
export async function draftListsOnlyFor(tx: Tx, groupId: string): Promise<string[]> {
  await lockListsOf(tx, { groupId });
  return (await draftListsOf(tx, { groupId })).map(({ id }) => id);
}
