import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { duplicate } from "../../../kernel/refusal.ts";
import { type CustomerGroup, unknownCustomers, unknownGroup } from "./customer-group.ts";

interface Members {
  id: string;
  customerIds: string[];
}

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

const unknownIds = compiled("customer-group-missing-customers", (db, p: { customerIds: string[] }) =>
  db
    .selectFrom(sql<{ id: string }>`unnest(${p.customerIds}::varchar[])`.as<"given">(sql`given(id)`))
    .select("given.id")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("customer")
            .select("customer.id")
            .whereRef("customer.id", "=", "given.id")
            .where("customer.deleted_at", "is", null),
        ),
      ),
    ),
);

const insertLinks = compiled("customer-group-add-customers", (db, p: Members) =>
  db
    .insertInto("customer_group_customers")
    .columns(["customer_group_id", "customer_id"])
    .expression((from) =>
      from
        .selectFrom(sql<{ id: string }>`unnest(${p.customerIds}::varchar[])`.as<"given">(sql`given(id)`))
        .select([sql<string>`${p.id}::varchar`.as("customer_group_id"), "given.id"]),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

const deleteLinks = compiled("customer-group-remove-customers", (db, p: Members) =>
  db
    .deleteFrom("customer_group_customers")
    .where("customer_group_id", "=", p.id)
    .where(sql<boolean>`customer_id = any(${p.customerIds})`),
);

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

export async function insertMembers(tx: Tx, id: string, customerIds: string[]): Promise<void> {
  const unknown = await unknownIds(tx, { customerIds });
  if (unknown.length > 0) throw unknownCustomers(unknown.map((customer) => customer.id));
  await insertLinks(tx, { id, customerIds });
}

export async function deleteMembers(tx: Tx, id: string, customerIds: string[]): Promise<void> {
  await deleteLinks(tx, { id, customerIds });
}
