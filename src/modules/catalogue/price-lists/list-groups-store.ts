import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import { unknownGroups } from "./price-list.ts";

interface Groups {
  listId: string;
  groupIds: string[];
}

// Held until the end, so that a group cannot go between this check and the link.
const hold = compiled("price-list-hold-groups", (db, p: { groupIds: string[] }) =>
  db
    .selectFrom("customer_group")
    .select("id")
    .where(sql<boolean>`id = any(${p.groupIds})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forKeyShare(),
);

const takeOthersOut = compiled("price-list-remove-other-groups", (db, p: Groups) =>
  db
    .deleteFrom("price_list_customer_groups")
    .where("price_list_id", "=", p.listId)
    .where(sql<boolean>`customer_group_id <> all(${p.groupIds})`),
);

const putIn = compiled("price-list-add-groups", (db, p: Groups) =>
  db
    .insertInto("price_list_customer_groups")
    .columns(["price_list_id", "customer_group_id"])
    .expression((from) =>
      from
        .selectFrom(sql<{ id: string }>`unnest(${p.groupIds}::varchar[])`.as<"wanted">(sql`wanted(id)`))
        .select([sql<string>`${p.listId}::varchar`.as("price_list_id"), "wanted.id"]),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/** The list is then for these groups and no others; for everybody when there are none. */
export async function replaceListGroups(tx: Tx, { listId, groupIds }: Groups): Promise<void> {
  const wanted = [...new Set(groupIds)].sort();
  if (wanted.length > 0) {
    const known = new Set((await hold(tx, { groupIds: wanted })).map(({ id }) => id));
    const unknown = wanted.filter((id) => !known.has(id));
    if (unknown.length > 0) throw unknownGroups(unknown);
  }
  await takeOthersOut(tx, { listId, groupIds: wanted });
  if (wanted.length > 0) await putIn(tx, { listId, groupIds: wanted });
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
