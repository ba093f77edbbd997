import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Connection, Db } from "../db/database.ts";

/**
 * A row of `tradewind.setting` tells how far the demo shop has come: `loading` from the first request to the last
 * statement, `done` for ever after. Without it the shop is empty, or somebody's own. Its orders are made when the rest
 * is done, and have a state of their own in it.
 */

const RETRY = 200;

/** Loads of several processes wait for each other. */
export async function alone<Result>(
  db: Db,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = await db.pool.connect();
  // Without a listener a connection that is cut would end the process.
  client.on("error", () => {});
  try {
    // Asked for again and again, since whoever waits in the database cannot be told to stop.
    while (!(await isLocked(client))) await pause(RETRY, undefined, { signal });
    return await work();
  } finally {
    // The lock belongs to the connection and ends with it, which a crash brings about too.
    client.release(true);
  }
}

async function isLocked(client: Pick<pg.PoolClient, "query">): Promise<boolean> {
  const { rows } = await client.query(
    "select pg_try_advisory_lock(hashtext('tradewind demo shop')) as locked",
  );
  return rows[0].locked;
}

/** Says whether there is something to load: in an empty shop, or what an earlier load left undone. */
export async function begin(db: Db): Promise<boolean> {
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

/** All is there but the orders, which are made from now on. */
export async function finish(on: Connection): Promise<void> {
  await on.run({
    text: `update tradewind.setting set updated_at = now(), value = jsonb_build_object('state', 'done',
        'orders', jsonb_build_object('state', 'loading', 'made', 0, 'began', now()))
      where key = 'demo'`,
    values: [],
  });
}

/** How far the orders have come. */
export interface OrdersState {
  /** All up to this one are done. */
  made: number;
  /** The orders are those of the time before. */
  began: Date;
}

/** Null when there are none to be made. */
export async function ordersState(on: Connection): Promise<OrdersState | null> {
  const [row] = await on.run<{ made: number; began: Date }>({
    text: `select (value -> 'orders' ->> 'made')::integer as made, (value -> 'orders' ->> 'began')::timestamptz as began
      from tradewind.setting where key = 'demo' and value -> 'orders' ->> 'state' = 'loading'`,
    values: [],
  });
  return row ? { made: row.made, began: new Date(row.began) } : null;
}

export async function noteOrder(
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
