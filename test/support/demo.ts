import { loadDemo } from "../../src/cli/demo.ts";
import { configFrom } from "../../src/config.ts";
import type { Db } from "../../src/db/database.ts";
import type { TestShop } from "./app.ts";

export const demoConfig = configFrom({
  LOG_LEVEL: "silent",
  TRADEWIND_PUBLIC_URL: "https://shop.example/api/",
});

/** As `tradewind seed` does while a server runs. The orders are optional, since they take a while. */
export const loadDemoInto = (shop: TestShop, { withOrders = false } = {}) =>
  loadDemo({ url: shop.databaseUrl }, demoConfig, { withOrders });

const counted = (db: Db, tables: string[]) =>
  db.run<{ name: string; rows: number }>({
    text: tables
      .map((name) => `select '${name}' as name, count(*) as rows from "${name}"`)
      .join(" union all "),
    values: [],
  });

/** How many rows each table of the shop has: shows rows that were created twice or not at all. */
export async function rowCounts(db: Db): Promise<Record<string, number>> {
  const tables = await db.run<{ name: string }>({
    text: "select tablename as name from pg_tables where schemaname = 'public'",
    values: [],
  });
  const counts = await counted(
    db,
    tables.map(({ name }) => name),
  );
  return Object.fromEntries(counts.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]));
}

export async function demoState(db: Db): Promise<unknown> {
  const [row] = await db.run({ text: "select value from tradewind.setting where key = 'demo'", values: [] });
  return row?.["value"] ?? null;
}

/** Until it is mended, the database refuses rows: a load is cut off there. */
export async function refuseRows(db: Db, table: string, condition = "true"): Promise<() => Promise<unknown>> {
  const run = (text: string) => db.run({ text, values: [] });
  await run(`create or replace function cut() returns trigger language plpgsql as
    $$ begin raise exception 'cut off'; end $$`);
  await run(
    `create trigger cut before insert on ${table} for each row when (${condition}) execute function cut()`,
  );
  return () => run(`drop trigger cut on ${table}`);
}
