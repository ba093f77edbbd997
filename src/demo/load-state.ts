import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Connection, Db } from "../db/database.ts";

/**
 * A row of `tradewind.setting` has the progress of the demo shop: `loading` until everything but the orders exists, then `done`.
 * A demo shop that was thrown away is `discarded`, and does not come back. Without the row the shop is empty, or has other data. The orders are created last and have their own state in the row.
 */

const RETRY = 200;

/** The name of the lock. */
export const DEMO_LOCK = "tradewind demo shop";

/** Only one process at a time loads the demo shop. */
export async function withLoadLock<Result>(
  db: Db,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = await db.pool.connect();
  // Without a listener a broken connection would end the process.
  client.on("error", () => {});
  try {
    // Polls, because a wait inside the database could not be aborted.
    while (!(await tryLock(client))) await pause(RETRY, undefined, { signal });
    return await work();
  } finally {
    // The lock ends with its connection, so also after a crash.
    client.release(true);
  }
}

async function tryLock(client: Pick<pg.PoolClient, "query">): Promise<boolean> {
  const { rows } = await client.query("select pg_try_advisory_lock(hashtext($1)) as locked", [DEMO_LOCK]);
  return rows[0].locked;
}

/** Returns whether there is something to load: the shop is empty, or an earlier load was interrupted. */
export async function beginLoading(db: Db): Promise<boolean> {
  await db.run({
    text: `insert into tradewind.setting (key, value)
      select 'demo', '{"state": "loading"}'
      where not exists (select from region) and not exists (select from product)
      on conflict (key) do nothing`,
    values: [],
  });
  return isHalfLoaded(db);
}

export async function isHalfLoaded(on: Connection): Promise<boolean> {
  const rows = await on.run({
    text: "select 1 from tradewind.setting where key = 'demo' and value ->> 'state' = 'loading'",
    values: [],
  });
  return rows.length > 0;
}

/** Everything but the orders exists. */
export async function finishShop(on: Connection): Promise<void> {
  await on.run({
    text: `update tradewind.setting set updated_at = now(), value = jsonb_build_object('state', 'done',
        'orders', jsonb_build_object('state', 'loading', 'made', 0, 'began', now()))
      where key = 'demo'`,
    values: [],
  });
}

/** The progress of the orders. */
export interface OrdersState {
  /** The number of finished orders. */
  made: number;
  /** When the load began. The dates of all orders are before. */
  began: Date;
}

/** Null when no orders are to be created. */
export async function ordersState(on: Connection): Promise<OrdersState | null> {
  const [row] = await on.run<{ made: number; began: Date }>({
    text: `select (value -> 'orders' ->> 'made')::integer as made, (value -> 'orders' ->> 'began')::timestamptz as began
      from tradewind.setting where key = 'demo' and value -> 'orders' ->> 'state' = 'loading'`,
    values: [],
  });
  return row ? { made: row.made, began: new Date(row.began) } : null;
}

export async function saveOrderProgress(
  on: Connection,
  { made, isLast }: { made: number; isLast: boolean },
): Promise<void> {
  await on.run({
    text: `update tradewind.setting set updated_at = now(),
        value = jsonb_set(value, '{orders}', value -> 'orders' || $1::jsonb)
      where key = 'demo'`,
    values: [JSON.stringify({ made, ...(isLast ? { state: "done" } : {}) })],
  });
}
