import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { Refusal } from "../../../kernel/refusal.ts";

interface Membership {
  customerId: string;
  groupIds: string[];
}

// Held until the end, so that a group cannot go between this check and the membership.
const lockGroups = compiled("membership-lock-groups", (db, p: { groupIds: string[] }) =>
  db
    .selectFrom("customer_group")
    .select("id")
    .where(sql<boolean>`id = any(${p.groupIds})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forKeyShare(),
);

const leave = compiled("membership-leave-others", (db, p: Membership) =>
  db
    .deleteFrom("customer_group_customers")
    .where("customer_id", "=", p.customerId)
    .where(sql<boolean>`customer_group_id <> all(${p.groupIds})`),
);

const join = compiled("membership-join", (db, p: Membership) =>
  db
    .insertInto("customer_group_customers")
    .columns(["customer_group_id", "customer_id"])
    .expression((from) =>
      from
        .selectFrom(sql<{ id: string }>`unnest(${p.groupIds}::varchar[])`.as<"wanted">(sql`wanted(id)`))
        .select(["wanted.id", sql<string>`${p.customerId}::varchar`.as("customer_id")]),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/** The customer is then in these groups and in no others. */
export async function replaceGroups(tx: Tx, { customerId, groupIds }: Membership): Promise<void> {
  const wanted = [...new Set(groupIds)].sort();
  const known = new Set((await lockGroups(tx, { groupIds: wanted })).map(({ id }) => id));
  const unknown = wanted.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new Refusal(
      "not_found",
      `Customer_group with customer_group_id ${unknown.join(", ")} does not exist.`,
    );
  }
  await leave(tx, { customerId, groupIds: wanted });
  await join(tx, { customerId, groupIds: wanted });
}
