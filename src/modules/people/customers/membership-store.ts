import type { Tx } from "../../../db/database.ts";
import { linkTable, lockLinked } from "../../../db/link-table.ts";
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
