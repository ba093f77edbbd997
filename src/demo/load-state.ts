import type { Connection, Db, Tx } from "../db/database.ts";

/**
 * A row of `tradewind.setting` tells how far the demo shop has come: `loading` from the first request to the last
 * statement, `done` for ever after. Without it the shop is empty, or somebody's own.
 */

/** Loads of several processes wait for each other. */
export async function alone<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const client = await db.pool.connect();
  // Without a listener a connection that is cut would end the process.
  client.on("error", () => {});
  try {
    await client.query("select pg_advisory_lock(hashtext('tradewind demo shop'))");
    return await work();
  } finally {
    // The lock belongs to the connection and ends with it, which a crash brings about too.
    client.release(true);
  }
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

export async function finish(tx: Tx): Promise<void> {
  await tx.run({
    text: `update tradewind.setting set value = '{"state": "done"}', updated_at = now() where key = 'demo'`,
    values: [],
  });
}
