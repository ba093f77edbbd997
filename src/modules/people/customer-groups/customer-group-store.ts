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

// Not a full lock, which would wait for a customer whose groups are being replaced, and that one for us.
const lock = compiled("customer-group-lock", (db, p: { id: string }) =>
  db
    .selectFrom("customer_group")
    .select(["id", "name", "metadata"])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

// The full lock: nothing may come to name a group that is being deleted.
const lockFully = compiled("customer-group-lock-fully", (db, p: { id: string }) =>
  db.selectFrom("customer_group").select("id").where("id", "=", p.id).forUpdate(),
);

const remove = compiled("customer-group-delete", (db, p: { id: string }) =>
  db.deleteFrom("customer_group").where("id", "=", p.id),
);

const missing = compiled("customer-group-missing-customers", (db, p: { customerIds: string[] }) =>
  db
    .selectFrom(sql<{ id: string }>`unnest(${p.customerIds}::varchar[])`.as<"wanted">(sql`wanted(id)`))
    .select("wanted.id")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("customer")
            .select("customer.id")
            .whereRef("customer.id", "=", "wanted.id")
            .where("customer.deleted_at", "is", null),
        ),
      ),
    ),
);

const addMembers = compiled("customer-group-add-customers", (db, p: Members) =>
  db
    .insertInto("customer_group_customers")
    .columns(["customer_group_id", "customer_id"])
    .expression((from) =>
      from
        .selectFrom(sql<{ id: string }>`unnest(${p.customerIds}::varchar[])`.as<"wanted">(sql`wanted(id)`))
        .select([sql<string>`${p.id}::varchar`.as("customer_group_id"), "wanted.id"]),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

const removeMembers = compiled("customer-group-remove-customers", (db, p: Members) =>
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

export async function lockGroupFully(tx: Tx, id: string): Promise<{ isThere: boolean }> {
  return { isThere: (await lockFully(tx, { id })).length > 0 };
}

/** Memberships, price lists and discount conditions let go of the group by themselves. */
export async function deleteGroupRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

export async function putCustomersIn(tx: Tx, id: string, customerIds: string[]): Promise<void> {
  const unknown = await missing(tx, { customerIds });
  if (unknown.length > 0) throw unknownCustomers(unknown.map((customer) => customer.id));
  await addMembers(tx, { id, customerIds });
}

export async function takeCustomersOut(tx: Tx, id: string, customerIds: string[]): Promise<void> {
  await removeMembers(tx, { id, customerIds });
}
