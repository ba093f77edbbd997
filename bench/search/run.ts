/**
 * The cost of `q` with several words at 1 thousand, 100 thousand and 1 million orders, customers and products, in one run:
 * `npm run bench:search`. Each search is asked for in turn on all three, many times; the result is the ratio of the medians.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { buildApp } from "../../src/app.ts";
import { configFrom } from "../../src/config.ts";
import { openDatabase } from "../../src/db/database.ts";
import { openEmbedded } from "../../src/db/embedded/index.ts";
import { newId } from "../../src/kernel/ids.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { median } from "../support/measure.ts";
import { loadNames } from "./load.ts";

const SIZES = (process.env["BENCH_SIZES"] ?? "1000,100000,1000000").split(",").map(Number);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const TOKEN = "a-token-for-the-benchmark";

/** The lists as the dashboard asks for them; `#` stands for a number that only one row has. */
const searches: [list: string, path: string, q: string][] = [
  ["orders", "orders?limit=50&fields=id,display_id,email,total&expand=", "moretti# chiara"],
  ["orders", "orders?limit=50&fields=id,display_id,email&expand=", "chiara"],
  ["orders", "orders?limit=50&fields=id,display_id,email&expand=", "##"],
  ["orders", "orders?limit=50&fields=id,display_id,email&expand=", "chiara nowhere"],
  ["customers", "customers?limit=50&fields=id,email&expand=", "person#@"],
  ["customers", "customers?limit=50&fields=id,email&expand=", "chiara moretti#"],
  ["customers", "customers?limit=50&fields=id,email&expand=", "chiara"],
  ["products", "products?limit=50&fields=id,title&expand=", "jacket #"],
  ["products", "products?limit=50&fields=id,title&expand=", "skerry jacket"],
  ["variants", "variants?limit=50&fields=id,title&expand=", "sku-# xl"],
  ["variants", "variants?limit=50&fields=id,title&expand=", "boathouse xl"],
  ["drafts", "draft-orders?limit=50&fields=id&expand=", "moretti chiara"],
];

interface Shop {
  size: number;
  get(path: string): Promise<number>;
  close(): Promise<void>;
}

async function openShop(serverUrl: string, size: number): Promise<Shop> {
  const url = new URL(serverUrl);
  url.pathname = `/search_${size}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database search_${size}`);
  await client.end();
  const began = performance.now();
  await loadNames(url.href, size);
  console.log(`loaded ${size} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const db = openDatabase({ url: url.href, poolSize: 4, timeout: 600_000 });
  await db.run({
    text: `insert into "user" (id, email, role, api_token) values ($1, 'bench@example.com', 'admin', $2)`,
    values: [newId("usr"), TOKEN],
  });
  const config = configFrom({ LOG_LEVEL: "silent", TRADEWIND_JOBS: "0" });
  const app = await buildApp({ config, db, secrets: fixedSecrets("x".repeat(40)) });
  await app.ready();
  return {
    size,
    async get(path) {
      const began = performance.now();
      const { statusCode, payload } = await app.inject({
        url: `/admin/${path}`,
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${payload.slice(0, 300)}`);
      return performance.now() - began;
    },
    async close() {
      await app.close();
      await db.close();
    },
  };
}

/** In the middle of what the shop has, and rare in every size: it has the last digits of no other. */
const pathOf = ([, path, q]: (typeof searches)[number], size: number) => {
  const number = size / 2 + 11;
  const text =
    q === "##"
      ? `#${number}`
      : q.replace("moretti#", `moretti${Math.floor(number / 1000)}`).replace("#", String(number));
  return `${path}&q=${encodeURIComponent(text)}`;
};

const folder = mkdtempSync(join(tmpdir(), "tradewind-search-"));
chmodSync(folder, 0o711);
const server = await openEmbedded({
  dataDir: folder,
  role: "server",
  settings: { shared_buffers: "1GB", max_wal_size: "8GB", maintenance_work_mem: "512MB", fsync: "off" },
});
try {
  const shops: Shop[] = [];
  for (const size of SIZES) shops.push(await openShop(server.url, size));
  console.log(`| search | ${SIZES.map((size) => `${size} (ms)`).join(" | ")} | growth |`);
  console.log(`|---|${SIZES.map(() => "---|").join("")}---|`);
  for (const search of searches) {
    const times = shops.map(() => [] as number[]);
    for (const shop of shops) for (let warm = 0; warm < 3; warm++) await shop.get(pathOf(search, shop.size));
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, shop] of shops.entries())
        times[index]!.push(await shop.get(pathOf(search, shop.size)));
    const medians = times.map(median);
    const cells = medians.map((value) => value.toFixed(1)).join(" | ");
    const [list, , q] = search;
    console.log(`| ${list}, \`${q}\` | ${cells} | ${(medians.at(-1)! / medians[0]!).toFixed(2)} |`);
  }
  for (const shop of shops) await shop.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
