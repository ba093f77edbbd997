import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { OwnedOrder } from "./order-claim.ts";

const owned = compiled("order-claim-orders", (db, p: { ids: string[] }) =>
  db
    .selectFrom("order")
    .select(["id", "customer_id", "email"])
    .where(sql<boolean>`id = any(${p.ids})`)
    .orderBy("id"),
);

const lock = compiled("order-claim-orders-lock", (db, p: { ids: string[] }) =>
  db
    .selectFrom("order")
    .select(["id", "customer_id", "email"])
    .where(sql<boolean>`id = any(${p.ids})`)
    .orderBy("id")
    .forNoKeyUpdate(),
);

export const findOwnedOrders = (on: Connection, ids: readonly string[]): Promise<OwnedOrder[]> =>
  owned(on, { ids: [...ids] });

/** Locks in the order of the ids. */
export const lockOwnedOrders = (tx: Tx, ids: readonly string[]): Promise<OwnedOrder[]> =>
  lock(tx, { ids: [...ids] });

const account = compiled("order-claim-account", (db, p: { id: string }) =>
  db
    .selectFrom("customer")
    .select(["id", "email"])
    .where("id", "=", p.id)
    .where("has_account", "=", true)
    .where("deleted_at", "is", null),
);

/** The customer, if it has an account: orders are not assigned to guests. */
export async function findAccount(on: Connection, id: string): Promise<{ id: string; email: string } | null> {
  const [found] = await account(on, { id });
  return found ?? null;
}

const assign = compiled("order-claim-give", (db, p: { ids: string[]; customerId: string; email: string }) =>
  db
    .updateTable("order")
    .set({ customer_id: p.customerId, email: p.email, updated_at: sql`now()` })
    .where(sql<boolean>`id = any(${p.ids})`)
    .returning(["id", "no_notification"]),
);

export const assignOrders = (
  tx: Tx,
  assignment: { ids: readonly string[]; customerId: string; email: string },
): Promise<{ id: string; no_notification: boolean | null }[]> =>
  assign(tx, { ...assignment, ids: [...assignment.ids] });
