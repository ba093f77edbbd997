import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { linkTable, lockLinked } from "../../../db/link-table.ts";
import { compiled, compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import { groupsNotFound, type PriceList, priceListNotFound } from "./price-list.ts";

const columnValues = (p: PriceList) => ({
  name: p.name,
  description: p.description,
  type: p.type,
  status: p.status,
  starts_at: p.starts_at,
  ends_at: p.ends_at,
  includes_tax: p.includes_tax,
});

const insert = compiled("price-list-insert", (db, p: PriceList) =>
  db.insertInto("price_list").values({ id: p.id, ...columnValues(p) }),
);

const update = compiled("price-list-update", (db, p: PriceList) =>
  db
    .updateTable("price_list")
    .set({ ...columnValues(p), updated_at: sql`now()` })
    .where("id", "=", p.id),
);

// Every change of a list or its prices takes this lock first.
const lock = compiled("price-list-lock", (db, p: { id: string }) =>
  db
    .selectFrom("price_list")
    .select(["id", "name", "description", "type", "status", "starts_at", "ends_at", "includes_tax"])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

const remove = compiled("price-list-delete", (db, p: { id: string }) =>
  db.deleteFrom("price_list").where("id", "=", p.id).returning("id"),
);

const touch = compiled("price-list-touch", (db, p: { id: string }) =>
  db.updateTable("price_list").set({ updated_at: sql`now()` }).where("id", "=", p.id),
);

export async function insertPriceList(tx: Tx, list: PriceList): Promise<void> {
  await insert(tx, list);
}

export async function lockPriceListIfExists(tx: Tx, id: string): Promise<PriceList | null> {
  const [found] = await lock(tx, { id });
  return (found as PriceList | undefined) ?? null;
}

export async function lockPriceList(tx: Tx, id: string): Promise<PriceList> {
  const found = await lockPriceListIfExists(tx, id);
  if (!found) throw priceListNotFound(id);
  return found;
}

export async function savePriceList(tx: Tx, list: PriceList): Promise<void> {
  await update(tx, list);
}

/** Sets updated_at after a change of prices. */
export async function touchPriceList(tx: Tx, id: string): Promise<void> {
  await touch(tx, { id });
}

/** Foreign keys delete the links to customer groups. */
export async function deletePriceListRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

const find = compiled("price-list-find", (db, p: { id: string }) =>
  db.selectFrom("price_list").select("id").where("id", "=", p.id).where("deleted_at", "is", null),
);

export async function checkPriceList(on: Connection, id: string): Promise<void> {
  if ((await find(on, { id })).length === 0) throw priceListNotFound(id);
}

interface ListGroups {
  listId: string;
  groupIds: string[];
}

const lockGroups = lockLinked("customer_group");

const groups = linkTable("price_list_customer_groups", {
  owner: "price_list_id",
  other: "customer_group_id",
});

/** Replaces the groups of the list. Without groups the list applies to all customers. */
export async function replaceListGroups(tx: Tx, { listId, groupIds }: ListGroups): Promise<void> {
  const uniqueIds = [...new Set(groupIds)].sort();
  if (uniqueIds.length > 0) {
    const unknown = await lockGroups(tx, uniqueIds);
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
