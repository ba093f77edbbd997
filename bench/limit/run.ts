/**
 * What the machine could do at most, and what Tradewind reaches of it: `npm run bench:limit`. For adding a line and for
 * making an order of a cart, with one PostgreSQL that is as durable as always:
 *
 * - pgbench runs the least that the operation has to do in the database (add-line.sql, complete.sql);
 * - a bare server of one file does the same for requests over HTTP (bare-server.ts);
 * - Tradewind does its own.
 *
 *   npm run bench:limit -- [--quick] [--clients 1,8,32] [--seconds 4] [--rounds 3]
 *
 * With --quick it only prints a rough table.
 */
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeSection } from "../support/document.ts";
import { freePort, launch } from "../support/launch.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { Problem, told } from "../support/problem.ts";
import { ADMIN, withFolder } from "../support/server.ts";
import { byPgbench, byServer } from "./contestants.ts";
import { needPgbench } from "./pgbench.ts";
import { type Plan, race } from "./race.ts";
import { resultTable } from "./report.ts";
import { makeNumberedShop } from "./shop.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    clients: { type: "string", default: "1,8,32" },
    seconds: { type: "string" },
    rounds: { type: "string" },
  },
});

const plan: Plan = {
  clients: values.clients.split(",").map(Number),
  seconds: Number(values.seconds ?? (values.quick ? 1 : 4)),
  rounds: Number(values.rounds ?? (values.quick ? 1 : 3)),
};

const DATABASE = "tradewind_limit";

async function startTradewind(postgres: Postgres, folder: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const launched = await launch({
    name: "Tradewind",
    words: ["dist/main.js", "start", "--port", String(port), "--no-demo"],
    folder: process.cwd(),
    environment: {
      DATABASE_URL: postgres.urlOf(DATABASE),
      TRADEWIND_POOL_SIZE: "5",
      TRADEWIND_DATA_DIR: join(folder, "tradewind"),
      TRADEWIND_ADMIN_EMAIL: ADMIN.email,
      TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
    },
    log: join(folder, "tradewind.txt"),
    url: `${url}/health`,
  });
  return { name: "Tradewind" as const, url, launched };
}

async function startBareServer(postgres: Postgres, folder: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const launched = await launch({
    name: "the bare server",
    words: ["--import", "tsx", "bench/limit/bare-server.ts"],
    folder: process.cwd(),
    environment: { DATABASE_URL: postgres.urlOf(DATABASE), PORT: String(port) },
    log: join(folder, "bare-server.txt"),
    url: `${url}/health`,
  });
  return { name: "bare server" as const, url, launched };
}

async function bench(postgres: Postgres, folder: string): Promise<string> {
  const setting =
    `${availableParallelism()} cores for load, server and database together, Node ${process.versions.node}, ` +
    `PostgreSQL ${postgres.version} (durable), load average ${loadavg()[0]!.toFixed(1)} before the run. ` +
    `Each figure is the median of ${plan.rounds} runs of about ${plan.seconds} s, the three taking turns.`;
  const tradewind = await startTradewind(postgres, folder);
  const bare = await startBareServer(postgres, folder);
  const shop = await makeNumberedShop(tradewind.url, postgres.urlOf(DATABASE));
  const { variants } = shop;
  try {
    const contestants = [
      byPgbench(postgres, DATABASE, variants),
      byServer(postgres, { ...bare, variants }),
      byServer(postgres, { ...tradewind, variants }),
    ];
    const rows = await race(shop, contestants, plan);
    const amounts = await shop.count("select count(distinct amount) from payment");
    if (amounts !== 1)
      throw new Problem(`the three do not take the same money: ${amounts} different amounts`);
    return `${setting}\n\n${resultTable(rows)}`;
  } finally {
    await shop.close();
    await Promise.all([tradewind, bare].map(({ launched }) => launched.stop()));
  }
}

await told(async () => {
  needPgbench();
  await withFolder(async (folder) => {
    const postgres = await startPostgres(folder, [DATABASE]);
    try {
      const markdown = await bench(postgres, folder);
      console.log(`\n${markdown}`);
      if (values.quick) return;
      writeSection("bench:limit", markdown);
      console.log("\nwritten to docs/performance.md");
    } finally {
      await postgres.stop();
    }
  });
});
