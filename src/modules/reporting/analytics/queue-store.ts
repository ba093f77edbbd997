import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";

/** Changes that the sums do not have yet. */
export interface Pending {
  orders: number;
  carts: number;
}

const isPending = compiledSql<object, { orders: boolean; carts: boolean }>(
  "analytics-is-pending",
  () => sql<{ orders: boolean; carts: boolean }>`select
    exists (select from tradewind.analytics_order_change) as orders,
    exists (select from tradewind.analytics_cart_change) as carts`,
);

/** False only if the sums have everything that was committed: queue and sums change in one transaction. */
export async function hasPending(on: Connection): Promise<{ orders: boolean; carts: boolean }> {
  const [found] = await isPending(on, {});
  return found!;
}

const count = compiledSql<object, Pending>(
  "analytics-count-pending",
  () => sql<Pending>`select
    (select count(*) from tradewind.analytics_order_change) as orders,
    (select count(*) from tradewind.analytics_cart_change) as carts`,
);

export async function countPending(on: Connection): Promise<Pending> {
  const [found] = await count(on, {});
  return found!;
}

const LOCK = sql`hashtext('tradewind.analytics')`;

const lock = compiledSql<object, unknown>("analytics-lock", () => sql`select pg_advisory_xact_lock(${LOCK})`);
const tryLock = compiledSql<object, { is_mine: boolean }>(
  "analytics-try-lock",
  () => sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as is_mine`,
);

/** Only one transaction at a time changes the sums. Without `waits`, false while another one does. */
export async function lockSums(tx: Tx, { waits }: { waits: boolean }): Promise<boolean> {
  if (!waits) return (await tryLock(tx, {}))[0]!.is_mine;
  await lock(tx, {});
  return true;
}

const take = compiledReturningWrite<{ most: number }, { order_id: string }>(
  "analytics-take-orders",
  { deletes: ["tradewind.analytics_order_change"] },
  (p) => sql<{ order_id: string }>`delete from tradewind.analytics_order_change
    where ctid = any(array(select ctid from tradewind.analytics_order_change limit ${p.most}))
    returning order_id`,
);

/** Takes changed orders from the queue: how many rows, and the different orders among them. */
export async function takeChangedOrders(tx: Tx, most: number): Promise<{ taken: number; ids: string[] }> {
  const rows = await take(tx, { most });
  return { taken: rows.length, ids: [...new Set(rows.map(({ order_id }) => order_id))].sort() };
}
