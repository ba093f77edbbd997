/**
 * The cost of catalogue pages at 1 thousand, 100 thousand and 1 million products, in one run: `npm run bench:catalogue`.
 * Each page is asked for in turn on all three, many times; the result is the ratio of the medians to the smallest one.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { buildApp } from "../../src/app.ts";
import { configFrom } from "../../src/config.ts";
import { openDatabase } from "../../src/db/database.ts";
import { openEmbedded } from "../../src/db/embedded/index.ts";
import type { App } from "../../src/http/server.ts";
import { newId } from "../../src/kernel/ids.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { loadCatalogue } from "./load.ts";
import { pages } from "./pages.ts";

const SIZES = (process.env["BENCH_SIZES"] ?? "1000,100000,1000000").split(",").map(Number);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 25);
const TOKEN = "a-token-for-the-benchmark";

interface Shop {
  size: number;
  app: App;
  close(): Promise<void>;
}

async function openShop(serverUrl: string, size: number): Promise<Shop> {
  const url = new URL(serverUrl);
  url.pathname = `/catalogue_${size}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database catalogue_${size}`);
  await client.end();
  const began = performance.now();
  await loadCatalogue(url.href, size);
  console.log(`loaded ${size} products in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const db = openDatabase({ url: url.href, poolSize: 4 });
  await db.run({
    text: `insert into "user" (id, email, role, api_token) values ($1, 'bench@example.com', 'admin', $2)`,
    values: [newId("usr"), TOKEN],
  });
  const app = await buildApp({
    config: configFrom({ LOG_LEVEL: "silent" }),
    db,
    secrets: fixedSecrets("x".repeat(40)),
  });
  await app.ready();
  return {
    size,
    app,
    async close() {
      await app.close();
      await db.close();
    },
  };
}

async function timed({ app, size }: Shop, page: (typeof pages)[number]): Promise<number> {
  const request = page.request(size);
  const began = performance.now();
  const { statusCode, payload } = await app.inject({
    headers: { authorization: `Bearer ${TOKEN}` },
    ...request,
  });
  const elapsed = performance.now() - began;
  if (statusCode !== 200) throw new Error(`${page.name}: ${statusCode} ${payload.slice(0, 300)}`);
  return elapsed;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const folder = mkdtempSync(join(tmpdir(), "tradewind-catalogue-"));
chmodSync(folder, 0o711);
const server = await openEmbedded({
  dataDir: folder,
  role: "server",
  settings: { shared_buffers: "2GB", max_wal_size: "16GB", maintenance_work_mem: "1GB", fsync: "off" },
});
try {
  const shops: Shop[] = [];
  for (const size of SIZES) shops.push(await openShop(server.url, size));
  console.log(
    `| page | ${SIZES.map((size) => `${size} (ms)`).join(" | ")} | growth |\n|---|${SIZES.map(() => "---|").join("")}---|`,
  );
  for (const page of pages) {
    const times = shops.map(() => [] as number[]);
    for (const shop of shops) for (let warm = 0; warm < 6; warm++) await timed(shop, page);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, shop] of shops.entries()) times[index]!.push(await timed(shop, page));
    }
    const medians = times.map(median);
    const growth = medians.at(-1)! / medians[0]!;
    console.log(
      `| ${page.name} | ${medians.map((value) => value.toFixed(2)).join(" | ")} | ${growth.toFixed(2)} |`,
    );
  }
  for (const shop of shops) await shop.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
