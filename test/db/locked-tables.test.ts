import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withLockedTables } from "../../src/adopt/locked-tables.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { until } from "../support/time/until.ts";

let database: TestDatabase;
const clients: pg.Client[] = [];

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
};

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});

/** Whether the session waits for a lock. */
async function isWaiting(
  observer: pg.Client,
  { processID }: pg.Client & { processID?: number },
): Promise<boolean> {
  const { rows } = await observer.query(
    "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'",
    [processID],
  );
  return rows.length > 0;
}

it("tables are locked without a transaction of v1 being ended for it", async () => {
  const [adopting, v1, other, observer] = [
    await connect(),
    await connect(),
    await connect(),
    await connect(),
  ];
  await v1.query("begin");
  await v1.query("update cart set type = type where false");
  await other.query("begin");
  await other.query("update batch_job set type = type where false");
  const locked = withLockedTables(adopting, {
    tables: ["address", "batch_job", "cart"],
    work: async () => "done",
    onWait: () => {},
  });
  // It has locked addresses. The transaction of v1 waits for them longer than it will wait for carts.
  await until(() => isWaiting(observer, adopting));
  const write = v1.query("update address set city = city where false");
  await until(() => isWaiting(observer, v1));
  await other.query("commit");
  await expect(write).resolves.toMatchObject({ command: "UPDATE" });
  await v1.query("commit");
  expect(await locked).toBe("done");
});
