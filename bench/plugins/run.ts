/**
 * What plugins cost: the built server without plugins and with ten rules about lines, in turns, each on a shop of its own. With
 * the built file of another version that is measured as well, to see that a shop without plugins loses nothing. CPU time is that of
 * the server and of its database, so that what else the machine does counts less.
 *
 *   npm run bench:plugins -- [--rounds 12] [--seconds 1] [--clients 4] [--other ../before/dist/main.js] [--only "add line"]
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Operation, operationsOf } from "../checkout/operations.ts";
import { logIn, makeShop } from "../checkout/shop.ts";
import { cpuBetween, cpuTimes } from "../checkout/targets.ts";
import { LoadClient } from "../support/client.ts";
import { measure, median } from "../support/measure.ts";
import { startPostgres } from "../support/postgres.ts";
import { ADMIN, withFolder } from "../support/server.ts";
import { table } from "../support/table.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "12" },
    seconds: { type: "string", default: "1" },
    clients: { type: "string", default: "4" },
    other: { type: "string" },
    only: { type: "string" },
  },
});
const [rounds, seconds, clients] = [values.rounds, values.seconds, values.clients].map(Number) as [
  number,
  number,
  number,
];

const RULES = 10;

/** More than a second needs. */
const PREPARED = 3_000;

/** Each looks at the line, its cart and its variant. */
const ruleOf = (number: number) => `export default {
  name: "rule-${number}",
  rules: {
    line: ({ line, cart, variant }, { refuse }) => {
      const pieces = cart === null ? 0 : cart.items.reduce((sum, each) => sum + each.quantity, 0);
      if (line.quantity > 1e8 + ${number} || pieces > 1e8 || variant?.sku === "none") return refuse("Too many");
    },
  },
};`;

interface Variant {
  name: string;
  main: string;
  plugins: string;
}

interface Running extends Variant {
  pid: number;
  operations: Operation[];
  stop(): Promise<void>;
}

/** Of a cart and its order, and what a storefront and the dashboard show most. */
async function operationsAt(visitor: LoadClient): Promise<Operation[]> {
  const admin = await logIn(visitor, ADMIN);
  const shop = await makeShop(admin);
  const list = `/store/products?limit=20&region_id=${shop.regionId}`;
  const all: Operation[] = [
    ...operationsOf(visitor, shop, new Map()),
    { name: "product list", run: () => visitor.justGet(list) },
    { name: "admin orders", run: () => admin.justGet("/admin/orders?limit=20") },
  ];
  return all.filter(({ name }) => name !== "cart read" && (values.only ?? name) === name);
}

async function start(variant: Variant, databaseUrl: string): Promise<Running> {
  const child = spawn(process.execPath, [variant.main, "start", "--no-demo", "--port", "0"], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
      TRADEWIND_PLUGINS: variant.plugins,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((found, failed) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const [, address] = /"api":"([^"]+)"/.exec(text) ?? [];
      if (address) found(address);
    });
    child.on("exit", () => failed(new Error(text)));
  });
  const client = new LoadClient(url);
  const operations = await operationsAt(client);
  const stop = () =>
    new Promise<void>((stopped) => {
      client.close();
      child.once("exit", () => stopped());
      child.kill("SIGTERM");
    });
  return { ...variant, pid: child.pid!, operations, stop };
}

interface Turn {
  perSecond: number;
  /** Of the server and the database, in milliseconds for one. */
  cpu: number;
}

async function turn({ pid }: Running, operation: Operation, database: number): Promise<Turn> {
  await operation.prepare?.(PREPARED * seconds);
  const pids = { server: [pid], database: [database] };
  const before = cpuTimes(pids);
  const { count, perSecond, reason } = await measure({ clients, seconds }, operation.run);
  if (reason) throw new Error(`${operation.name}: ${reason}`);
  const cpu = cpuBetween(before, cpuTimes(pids), count);
  return { perSecond, cpu: cpu.server + cpu.database };
}

await withFolder(async (folder) => {
  const files = Array.from({ length: RULES }, (_, number) => join(folder, `rule-${number}.mjs`));
  files.forEach((file, number) => {
    writeFileSync(file, ruleOf(number));
  });
  const main = resolve("dist/main.js");
  const variants: Variant[] = [
    { name: "no plugins", main, plugins: "" },
    { name: `${RULES} rules`, main, plugins: files.join() },
    ...(values.other ? [{ name: "other version", main: resolve(values.other), plugins: "" }] : []),
  ];
  const data = join(folder, "postgres");
  mkdirSync(data, { mode: 0o711 });
  const postgres = await startPostgres(
    data,
    variants.map((_, index) => `shop_${index}`),
  );
  const running: Running[] = [];
  for (const [index, variant] of variants.entries())
    running.push(await start(variant, postgres.urlOf(`shop_${index}`)));
  const turns = new Map<string, Turn[][]>();
  // In turns, and each round in another order: the machine is shared. The first round is not counted.
  for (let round = -1; round < rounds; round++)
    for (const [place, { name }] of running[0]!.operations.entries()) {
      const ofOperation = turns.get(name) ?? running.map(() => []);
      turns.set(name, ofOperation);
      for (let step = 0; step < running.length; step++) {
        const index = (round + 1 + step) % running.length;
        const each = running[index]!;
        const measured = await turn(each, each.operations[place]!, postgres.pid);
        if (round >= 0) ofOperation[index]!.push(measured);
      }
    }
  const rows = [...turns].flatMap(([operation, ofOperation]) =>
    ofOperation.map((each, index) => {
      const of = (part: keyof Turn) => median(each.map((measured) => measured[part]));
      const ratio = (part: keyof Turn) =>
        median(each.map((measured, round) => measured[part] / ofOperation[0]![round]![part]));
      return [
        operation,
        running[index]!.name,
        of("perSecond").toFixed(0),
        ratio("perSecond").toFixed(3),
        of("cpu").toFixed(3),
        ratio("cpu").toFixed(3),
      ];
    }),
  );
  const columns = ["operation", "server", "a second", "to no plugins", "CPU ms of one", "to no plugins"];
  console.log(table(columns, rows as never));
  console.log(
    `Load of the machine: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(", ")}`,
  );
  for (const each of running) await each.stop();
  await postgres.stop();
});
