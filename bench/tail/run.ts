/**
 * The long tail of a large catalogue: `npm run bench:tail`. Random pages of the list with prices and random products, of a catalogue that
 * the memory of a process is far too small for, with the published v1.20.11 beside it. Writes docs/performance.md.
 *
 *   npm run bench:tail -- [--quick] [--products 100000] [--seconds 10] [--clients 8] [--visits 20000]
 *
 * With --quick it only prints. `--visits`: how many products and pages have been visited before; all others are asked for the first time.
 */
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { loadCatalogue, loadIntoV1 } from "../catalogue/load.ts";
import { productId } from "../catalogue/rows.ts";
import { cpuBetween, cpuTimes } from "../checkout/targets.ts";
import { bothSystems, DATABASES, type System, tradewindWith } from "../compare/systems.ts";
import { provideV1 } from "../compare/v1.ts";
import { LoadClient } from "../support/client.ts";
import { writeSection } from "../support/document.ts";
import { measure } from "../support/measure.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { told } from "../support/problem.ts";
import { withFolder } from "../support/server.ts";
import { rounded, table } from "../support/table.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    products: { type: "string", default: "100000" },
    seconds: { type: "string", default: "10" },
    clients: { type: "string", default: "8" },
    visits: { type: "string", default: "20000" },
  },
});
const [products, seconds, clients, visits] = [
  Number(values.products),
  Number(values.seconds),
  Number(values.clients),
  Number(values.visits),
];

const PAGE = 20;
const REGION = "region_id=reg_BENCH";

/** The same ones in each run, all over the catalogue. */
function* random(among: number): Generator<number> {
  let state = 42;
  while (true) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state % among;
  }
}

interface Tail {
  name: string;
  /** In a random order, without end. */
  paths: () => Generator<string>;
  /** Those that were visited before. */
  visited: readonly string[];
  /** Others, and again some of them. */
  others: () => Generator<string>;
}

function tailOf(name: string, count: number, pathOf: (number: number) => string): Tail {
  const known = random(count);
  const visited = Array.from({ length: Math.min(visits, count) }, () => pathOf(known.next().value));
  return {
    name,
    visited,
    *others() {
      for (const number of known) yield pathOf(number);
    },
    *paths() {
      for (const number of random(visited.length)) yield visited[number]!;
    },
  };
}

const tails: Tail[] = [
  tailOf(
    "pages of the list with prices",
    products / PAGE,
    (page) => `/store/products?limit=${PAGE}&offset=${page * PAGE}&${REGION}`,
  ),
  tailOf("products", products, (number) => `/store/products/${productId(number)}?${REGION}`),
];

interface Row {
  rate: number;
  p50: number;
  p99: number;
  server: number;
  database: number;
}

async function measured(
  url: string,
  pids: { server: number; database: number },
  paths: Iterator<string>,
  time = seconds,
): Promise<Row> {
  const client = new LoadClient(url, { "user-agent": "bench" });
  const known = { server: [pids.server], database: [pids.database] };
  const before = cpuTimes(known);
  const { count, perSecond, p50, p99, failures, reason } = await measure({ clients, seconds: time }, () =>
    client.justGet(paths.next().value),
  );
  const cpu = cpuBetween(before, cpuTimes(known), count);
  client.close();
  if (failures > 0) throw new Error(`${failures} requests failed: ${reason}`);
  return { rate: perSecond, p50, p99, server: cpu.server, database: cpu.database };
}

/** Starts it, and asks for the tail. */
async function visiting(
  postgres: Postgres,
  system: System,
  work: (ask: (paths: Iterator<string>, time?: number) => Promise<Row>) => Promise<void>,
) {
  const launched = await system.start();
  try {
    await work((paths, time) =>
      measured(system.url, { server: launched.pid, database: postgres.pid }, paths, time),
    );
  } finally {
    await launched.stop();
  }
}

/** Once, one after the other. */
async function visitAll(system: System, paths: readonly string[]) {
  const client = new LoadClient(system.url, { "user-agent": "bench" });
  const left = paths.values();
  const work = async () => {
    for (const path of left) await client.justGet(path);
  };
  await Promise.all(Array.from({ length: clients }, work));
  client.close();
}

const NAMES = {
  alone: "nothing shared: as before",
  first: "hardly visited before: read, made and stored",
  shared: "visited before, by any process: the long tail",
  restarted: "the first 5 seconds after a start",
  v1: "v1.20",
};
type Kind = keyof typeof NAMES;

async function besideV1(postgres: Postgres, folder: string): Promise<Map<Kind, Row>[]> {
  const [tradewind, v1] = await bothSystems(postgres, folder);
  // It makes the rows that every shop has.
  await (await v1!.start()).stop();
  await loadIntoV1(postgres.urlOf(v1!.database), products);
  await loadCatalogue(postgres.urlOf(tradewind!.database), products);
  console.log(`${products} products are loaded`);
  const alone = await tradewindWith(postgres, folder, { TRADEWIND_STORED_ANSWERS: "0" });
  const results: Map<Kind, Row>[] = [];
  for (const tail of tails) {
    const rows = new Map<Kind, Row>();
    const note = (kind: Kind, row: Row) => {
      rows.set(kind, row);
      console.log(
        tail.name,
        NAMES[kind],
        JSON.stringify(row, (_, value) => (typeof value === "number" ? rounded(value) : value)),
      );
    };
    await visiting(postgres, v1!, async (ask) => {
      await ask(tail.paths(), seconds / 4);
      note("v1", await ask(tail.paths()));
    });
    await visiting(postgres, alone, async (ask) => {
      await ask(tail.paths(), seconds / 4);
      note("alone", await ask(tail.paths()));
    });
    await visiting(postgres, tradewind!, async (ask) => {
      const others = tail.others();
      await ask(others, seconds / 4);
      note("first", await ask(others));
      await visitAll(tradewind!, tail.visited);
      note("shared", await ask(tail.paths()));
    });
    await visiting(postgres, tradewind!, async (ask) => note("restarted", await ask(tail.paths(), 5)));
    results.push(rows);
  }
  return results;
}

function report(results: readonly Map<Kind, Row>[], setting: string): string {
  const parts = tails.map((tail, index) => {
    const rows = results[index]!;
    const v1 = rows.get("v1")!;
    const cost = ({ server, database }: Row) => server + database;
    const lines = (["shared", "restarted", "first", "alone", "v1"] as Kind[]).map((kind) => {
      const row = rows.get(kind)!;
      return [
        NAMES[kind],
        kind === "v1" ? "" : `**${rounded(cost(v1) / cost(row))}x**`,
        ...[row.rate, row.p50, row.p99, row.server, row.database].map(rounded),
      ];
    });
    const head = [
      tail.name,
      "less CPU than v1.20",
      "a second",
      "p50 ms",
      "p99 ms",
      "CPU ms: server",
      "database",
    ];
    return table(head, lines);
  });
  return [setting, ...parts].join("\n\n");
}

await told(async () => {
  provideV1();
  await withFolder(async (folder) => {
    const postgres = await startPostgres(folder, DATABASES);
    const setting =
      `${products} products with three variants each; of each tail ${visits} were visited in a random order by ${clients} clients, each figure from ` +
      `${seconds} s; ${availableParallelism()} cores for load, server and database together, Node ${process.versions.node}, ` +
      `PostgreSQL ${postgres.version}, load average ${loadavg()[0]!.toFixed(1)} before the run.`;
    try {
      const markdown = report(await besideV1(postgres, folder), setting);
      console.log(`\n${markdown}`);
      if (values.quick) return;
      writeSection("bench:tail", markdown);
      console.log("\nwritten to docs/performance.md");
    } finally {
      await postgres.stop();
    }
  });
});
