import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import { Refusal } from "../../../kernel/refusal.ts";

interface Membership {
  customerId: string;
  groupIds: string[];
}

// Locked until the end, so that a group cannot go between this check and the membership.
const lockGroups = compiled("membership-lock-groups", (db, p: { groupIds: string[] }) =>
  db
    .selectFrom("customer_group")
    .select("id")
    .where(sql<boolean>`id = any(${p.groupIds})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forKeyShare(),
);

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
  const known = new Set((await lockGroups(tx, { groupIds: requested })).map(({ id }) => id));
  const unknown = requested.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new Refusal(
      "not_found",
      `Customer_group with customer_group_id ${unknown.join(", ")} does not exist.`,
    );
  }
  await groupsOfCustomers.removeOthers(tx, customerId, requested);
  await groupsOfCustomers.add(tx, customerId, requested);
}
