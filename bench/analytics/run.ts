/**
 * The cost of figures at 1 thousand, 100 thousand and 1 million orders, in one run: `npm run bench:analytics`. Each request is
 * sent in turn to all three, many times; the result is the ratio of the medians to the smallest one. It also measures how long a
 * shop that is there already takes to be counted, and what an order costs the next answer.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { buildApp } from "../../src/app.ts";
import { configFrom } from "../../src/config.ts";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { openEmbedded } from "../../src/db/embedded/index.ts";
import { migrate } from "../../src/db/migrations/migrate.ts";
import type { App } from "../../src/http/server.ts";
import { newId } from "../../src/kernel/ids.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { catchUp } from "../../src/modules/reporting/analytics/use-cases/roll-up.ts";
import { median } from "../support/measure.ts";
import { loadOrders } from "./load.ts";

const SIZES = (process.env["BENCH_SIZES"] ?? "1000,100000,1000000").split(",").map(Number);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 25);
const TOKEN = "a-token-for-the-benchmark";

const zone = "timezone=Europe/Berlin";
const figures: [string, string][] = [
  ...["today", "7d", "30d", "90d"].map((period): [string, string] => [
    `summary, ${period}`,
    `summary?period=${period}&${zone}`,
  ]),
  ["summary, two years", `summary?from=${yearsAgo(2)}&${zone}`],
  ["series, 30d by day", `series?period=30d&${zone}`],
  ["series, 90d by day", `series?period=90d&${zone}`],
  ["series, 7d by hour", `series?period=7d&interval=hour&${zone}`],
  ["series, 30d by day, half-hour zone", "series?period=30d&timezone=Asia/Kolkata"],
  ["top, 30d", `top?period=30d&${zone}`],
  ["top, 90d", `top?period=90d&${zone}`],
  ["carts, 30d", `carts?period=30d&${zone}`],
  ["to-do", "to-do"],
];

const reports: [string, string][] = [
  ["sales, 90d by day", `sales?period=90d&${zone}`],
  ["sales, two years by month", `sales?interval=month&from=${yearsAgo(2)}&${zone}`],
  ["products, 30d", `products?period=30d&${zone}`],
  ["products and regions, two years", `products?by=product_and_region&from=${yearsAgo(2)}&${zone}`],
  ["regions, 90d", `regions?period=90d&${zone}`],
  ["countries, 90d", `countries?period=90d&${zone}`],
  ["returns, 90d", `returns?period=90d&${zone}`],
  ["discounts, 90d", `discounts?period=90d&${zone}`],
  ["taxes, 90d", `taxes?period=90d&${zone}`],
  ["taxes, two years", `taxes?from=${yearsAgo(2)}&${zone}`],
  ["customers, 90d", `customers?period=90d&${zone}`],
  ["customers, page 20", `customers?offset=950&${zone}`],
  ["stock", "stock"],
];

const requests: [string, string][] = [
  ...figures.map(([name, path]): [string, string] => [name, `analytics/${path}`]),
  ...reports.map(([name, path]): [string, string] => [`report: ${name}`, `reports/${path}`]),
];

function yearsAgo(count: number): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - count);
  return day.toISOString().slice(0, 10);
}

interface Shop {
  size: number;
  app: App;
  db: Db;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function openShop(serverUrl: string, size: number): Promise<Shop> {
  const url = new URL(serverUrl);
  url.pathname = `/analytics_${size}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query("select from pg_database where datname = $1", [`analytics_${size}`]);
  if (rows.length === 0) await client.query(`create database analytics_${size}`);
  await client.end();
  await migrate({ connectionString: url.href });
  const queued = rows.length === 0 ? await loadOrders(url.href, size) : 0;
  const db = openDatabase({ url: url.href, poolSize: 4, timeout: 600_000 });
  await db.run({
    text: `insert into "user" (id, email, role, api_token) values ($1, 'bench@example.com', 'admin', $2)
      on conflict do nothing`,
    values: [newId("usr"), TOKEN],
  });
  const counted = await countAll(db);
  console.log(`${size} orders: queued in ${seconds(queued)}, counted in ${seconds(counted)}`);
  const app = await buildApp({
    config: configFrom({ LOG_LEVEL: "silent", TRADEWIND_JOBS: "0" }),
    db,
    secrets: fixedSecrets("x".repeat(40)),
  });
  await app.ready();
  return { size, app, db };
}

/** As in the background, but without pauses. */
async function countAll(db: Db): Promise<number> {
  const began = performance.now();
  for (const kind of ["orders", "carts"] as const) while ((await catchUp({ db }, kind)) > 0);
  const elapsed = performance.now() - began;
  // Autovacuum does this by itself.
  for (const table of [
    "order",
    "sum",
    "ranking",
    "return",
    "report_sum",
    "customer_sum",
    "cart",
    "cart_sum",
    "order_change",
    "cart_change",
  ])
    await db.pool.query(`vacuum analyze tradewind.analytics_${table}`);
  return elapsed;
}

async function timed({ app }: Shop, path: string): Promise<number> {
  const began = performance.now();
  const { statusCode, payload } = await app.inject({
    url: `/admin/${path}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const elapsed = performance.now() - began;
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${payload.slice(0, 300)}`);
  return elapsed;
}

const touch =
  (orders: number) =>
  async ({ db }: Shop) =>
    void (await db.pool.query(
      `update "order" set updated_at = now() where id in (select 'order_' || n from generate_series(1, ${orders}) n)`,
    ));

async function measured(
  shops: readonly Shop[],
  name: string,
  path: string,
  before = touch(0),
): Promise<void> {
  const times = shops.map(() => [] as number[]);
  for (const shop of shops) for (let warm = 0; warm < 6; warm++) await timed(shop, path);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, shop] of shops.entries()) {
      await before(shop);
      times[index]!.push(await timed(shop, path));
    }
  }
  const medians = times.map(median);
  const cells = medians.map((value) => value.toFixed(2)).join(" | ");
  console.log(`| ${name} | ${cells} | ${(medians.at(-1)! / medians[0]!).toFixed(2)} |`);
}

/** BENCH_SERVER: a server of one's own, which keeps the databases for the next run. */
async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const own = process.env["BENCH_SERVER"];
  if (own !== undefined) return { url: own, close: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), "tradewind-analytics-"));
  chmodSync(folder, 0o711);
  const server = await openEmbedded({
    dataDir: folder,
    role: "server",
    settings: { shared_buffers: "1GB", max_wal_size: "8GB", maintenance_work_mem: "512MB", fsync: "off" },
  });
  return {
    url: server.url,
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const server = await openServer();
try {
  const shops: Shop[] = [];
  for (const size of SIZES) shops.push(await openShop(server.url, size));
  console.log(`| request | ${SIZES.map((size) => `${size} (ms)`).join(" | ")} | growth |`);
  console.log(`|---|${SIZES.map(() => "---|").join("")}---|`);
  for (const [name, path] of requests) await measured(shops, name, path);
  await measured(shops, "summary, 30d, after 1 changed order", requests[2]![1], touch(1));
  await measured(shops, "summary, 30d, after 100 changed orders", requests[2]![1], touch(100));
  for (const { app, db } of shops) {
    await app.close();
    await db.close();
  }
} finally {
  await server.close();
}
