import pg from "pg";
import { openEmbedded } from "../../src/db/embedded/index.ts";
import { operationsOf } from "../checkout/operations.ts";
import { logIn, makeShop } from "../checkout/shop.ts";
import { LoadClient } from "../support/client.ts";
import { ADMIN, startServer } from "../support/server.ts";

const CLIENTS = 8;
const WARM_UP = 200;

interface State {
  wal: number;
  pages: number;
  database: number;
  orders: number;
}

const STATE = `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as wal,
  (select wal_fpi from pg_stat_wal)::float8 as pages, pg_database_size(current_database())::float8 as database,
  (select count(*) from "order")::float8 as orders`;

async function stateOf(client: pg.Client): Promise<State> {
  const { rows } = await client.query<State>(STATE);
  return rows[0]!;
}

async function buy(checkout: (client: number) => Promise<void>, count: number): Promise<void> {
  let left = count;
  const one = async (client: number) => {
    while (left-- > 0) await checkout(client);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => one(client)));
}

function report(before: State, after: State): void {
  const made = after.orders - before.orders;
  const perOrder = (name: keyof State) => ((after[name] - before[name]) / made).toFixed(0);
  console.log(`${made} orders, each with`);
  console.log(
    `  ${perOrder("wal")} bytes of the write-ahead log (${perOrder("pages")} whole pages among them)`,
  );
  console.log(`  ${perOrder("database")} bytes of tables and indexes`);
}

/** With a PostgreSQL of the server's own: eight customers buy two things each, again and again. */
export async function bytesOfAnOrder(folder: string, orders: number): Promise<void> {
  const server = await startServer(folder, ["--no-demo"]);
  const { url } = await openEmbedded({ dataDir: folder, role: "tool" });
  const client = new pg.Client(url);
  await client.connect();
  try {
    const visitor = new LoadClient(server.url);
    const shop = await makeShop(await logIn(visitor, ADMIN));
    const checkout = operationsOf(visitor, shop, new Map()).find(({ name }) => name === "full checkout")!;
    await buy(checkout.run, WARM_UP);
    // After a checkpoint each page that is changed is logged as a whole once, so a long run counts as it is in practice.
    await client.query("checkpoint");
    const before = await stateOf(client);
    await buy(checkout.run, orders);
    report(before, await stateOf(client));
    visitor.close();
  } finally {
    await client.end();
    await server.stop();
  }
}
