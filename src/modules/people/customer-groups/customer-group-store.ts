import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Tx } from "../../../db/database.ts";
import { missingIds } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { duplicate } from "../../../kernel/refusal.ts";
import { customersOfGroups } from "../customers/index.ts";
import { type CustomerGroup, unknownCustomers, unknownGroup } from "./customer-group.ts";

export const groupFields = customFieldsOf("customer_group");

const insert = compiled("customer-group-insert", (db, p: CustomerGroup) =>
  db.insertInto("customer_group").values({ id: p.id, name: p.name, metadata: p.metadata }),
);

const update = compiled("customer-group-update", (db, p: CustomerGroup) =>
  db
    .updateTable("customer_group")
    .set({ name: p.name, metadata: p.metadata, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

// Not "for update": it would deadlock with a transaction that replaces the groups of a customer.
const lock = compiled("customer-group-lock", (db, p: { id: string }) =>
  db
    .selectFrom("customer_group")
    .select(["id", "name", "metadata"])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

// "for update" keeps other transactions from inserting references to a group that is being deleted.
const lockFully = compiled("customer-group-lock-fully", (db, p: { id: string }) =>
  db.selectFrom("customer_group").select("id").where("id", "=", p.id).forUpdate(),
);

const remove = compiled("customer-group-delete", (db, p: { id: string }) =>
  db.deleteFrom("customer_group").where("id", "=", p.id),
);

const missing = missingIds("customer");

const nameTaken = (group: CustomerGroup) => ({
  unique: () => duplicate(`Customer_group with name ${group.name} already exists.`),
});

export async function insertGroup(tx: Tx, group: CustomerGroup): Promise<void> {
  await refusing(insert(tx, group), nameTaken(group));
}

export async function lockGroup(tx: Tx, id: string): Promise<CustomerGroup> {
  const [found] = await lock(tx, { id });
  if (!found) throw unknownGroup(id);
  return { ...found, metadata: found.metadata as Metadata | null };
}

export async function saveGroup(tx: Tx, group: CustomerGroup): Promise<void> {
  await refusing(update(tx, group), nameTaken(group));
}

export async function lockGroupFully(tx: Tx, id: string): Promise<{ exists: boolean }> {
  return { exists: (await lockFully(tx, { id })).length > 0 };
}

/** Foreign keys with "on delete cascade" remove memberships and discount conditions. */
export async function deleteGroupRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

const segment = compiled("customer-group-is-segment", (db, p: { id: string }) =>
  db.selectFrom("tradewind.segment").select("id").where("id", "=", p.id),
);

export const isSegment = async (tx: Tx, id: string): Promise<boolean> =>
  (await segment(tx, { id })).length > 0;

export async function insertMembers(tx: Tx, id: string, customerIds: string[]): Promise<void> {
  const unknown = await missing(tx, customerIds);
  if (unknown.length > 0) throw unknownCustomers(unknown);
  await customersOfGroups.add(tx, id, customerIds);
}

export async function deleteMembers(tx: Tx, id: string, customerIds: string[]): Promise<void> {
  await customersOfGroups.remove(tx, id, customerIds);
}
