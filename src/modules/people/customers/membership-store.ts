import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable, lockLinked } from "../../../db/link-table.ts";
import { writePart } from "../../../db/statements.ts";
import { Refusal } from "../../../kernel/refusal.ts";

interface Membership {
  customerId: string;
  groupIds: string[];
}

const lockGroups = lockLinked("customer_group");

/** The groups of customers. */
export const groupsOfCustomers = linkTable("customer_group_customers", {
  owner: "customer_id",
  other: "customer_group_id",
});

/** The customers of groups. */
export const customersOfGroups = linkTable("customer_group_customers", {
  owner: "customer_group_id",
  other: "customer_id",
});

/** Replaces the groups of the customer. */
export async function replaceGroups(tx: Tx, { customerId, groupIds }: Membership): Promise<void> {
  const requested = [...new Set(groupIds)].sort();
  const unknown = await lockGroups(tx, requested);
  if (unknown.length > 0) {
    throw new Refusal(
      "not_found",
      `Customer_group with customer_group_id ${unknown.join(", ")} does not exist.`,
    );
  }
  await groupsOfCustomers.removeOthers(tx, customerId, requested);
  await groupsOfCustomers.add(tx, customerId, requested);
}

interface Members {
  groupId: string;
  /** Selects the ids of customers. */
  ids: RawBuilder<unknown>;
}

/** Customers who are to be in a group, by a statement. */
export const membersAdded = writePart<Members>(
  { inserts: ["customer_group_customers"] },
  ({ groupId, ids }) => sql`insert into customer_group_customers (customer_group_id, customer_id)
    select ${groupId}, found.id from (${ids}) found (id) order by found.id on conflict do nothing`,
);

/** The same for those who are not to be in it any more. */
export const membersRemoved = writePart<Members>(
  { deletes: ["customer_group_customers"] },
  ({ groupId, ids }) => sql`delete from customer_group_customers
    where customer_group_id = ${groupId} and customer_id in (${ids})`,
);
