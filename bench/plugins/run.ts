/**
 * What rules of plugins cost an added line: the built server without plugins and with ten rules about lines, in turns, each on a
 * demo shop of its own. With the built file of another version it is measured as well, to see that a shop without plugins loses nothing.
 *
 *   npm run bench:plugins -- [--rounds 8] [--seconds 3] [--clients 4] [--other ../before/dist/main.js]
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cpuBetween, cpuTimes, pidsOf } from "../checkout/targets.ts";
import { LoadClient } from "../support/client.ts";
import { measure, median } from "../support/measure.ts";
import { startPostgres } from "../support/postgres.ts";
import { ADMIN, withFolder } from "../support/server.ts";
import { table } from "../support/table.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "8" },
    seconds: { type: "string", default: "3" },
    clients: { type: "string", default: "4" },
    other: { type: "string" },
  },
});
const [rounds, seconds, clients] = [values.rounds, values.seconds, values.clients].map(Number) as [
  number,
  number,
  number,
];

const RULES = 10;

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
  client: LoadClient;
  add: (client: number) => Promise<void>;
  stop(): Promise<void>;
}

async function start(variant: Variant, databaseUrl: string): Promise<Running> {
  const child = spawn(process.execPath, [variant.main, "start", "--port", "0"], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
      TRADEWIND_PLUGINS: variant.plugins,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // The orders of the demo shop are made in the background, and change the stock of products.
  const url = await new Promise<string>((found, failed) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const [, address] = /"api":"([^"]+)"/.exec(text) ?? [];
      if (address && text.includes("200 orders")) found(address);
    });
    child.on("exit", () => failed(new Error(text)));
  });
  const client = new LoadClient(url);
  const { regions } = await client.get("/store/regions");
  const { products } = await client.get(`/store/products?limit=5&region_id=${regions[0].id}`);
  const variants: string[] = products.map(
    (product: { variants: { id: string }[] }) => product.variants[0]!.id,
  );
  const add = async (_client: number) => {
    const { cart } = await client.post("/store/carts", { region_id: regions[0].id });
    for (const variant_id of variants)
      await client.post(`/store/carts/${cart.id}/line-items`, { variant_id, quantity: 1 });
  };
  const stop = () =>
    new Promise<void>((stopped) => {
      client.close();
      child.once("exit", () => stopped());
      child.kill("SIGTERM");
    });
  return { ...variant, pid: child.pid!, client, add, stop };
}

const ROWS = ["new carts with five lines a second", "server CPU ms of one", "p50 ms of one"] as const;

async function turn({ pid, add }: Running): Promise<number[]> {
  const before = cpuTimes(pidsOf(pid));
  const measured = await measure({ clients, seconds }, add);
  if (measured.reason) throw new Error(measured.reason);
  const cpu = cpuBetween(before, cpuTimes(pidsOf(pid)), measured.count);
  return [measured.perSecond, cpu.server, measured.p50];
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
  const results = running.map((): number[][] => []);
  for (const each of running) await turn(each);
  // In turns, and each round in another order: the machine is shared.
  for (let round = 0; round < rounds; round++) {
    for (let step = 0; step < running.length; step++) {
      const index = (round + step) % running.length;
      results[index]!.push(await turn(running[index]!));
    }
  }
  const medianOf = (index: number, value: number) => median(results[index]!.map((each) => each[value]!));
  const ratioOf = (index: number, value: number) =>
    median(results[index]!.map((each, round) => each[value]! / results[0]![round]![value]!));
  const rows = running.flatMap(({ name }, index) =>
    ROWS.map((row, value) => [
      name,
      row,
      medianOf(index, value).toFixed(2),
      ratioOf(index, value).toFixed(3),
    ]),
  );
  console.log(table(["server", "measured", "median", "to no plugins"], rows as never));
  for (const each of running) await each.stop();
  await postgres.stop();
});
