import { fork } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { openEmbedded } from "../../src/db/embedded/index.ts";
import { migrate } from "../../src/db/migrations/migrate.ts";
import { installQueue } from "../../src/jobs/install-queue.ts";
import { printed, told } from "../support/fuzz/report.ts";
import { emptySummary, joined, type Summary } from "../support/fuzz/tally.ts";
import type { Work } from "./worker.ts";

// A shop gets a fresh copy after so many requests: by then much of it is deleted.
const REQUESTS_A_ROUND = 5_000;
const TEMPLATE = "migrated";

const { values: given } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    workers: { type: "string", default: String(Math.min(4, availableParallelism())) },
  },
});
const [requests, seed, workers] = [Number(given.requests), Number(given.seed), Number(given.workers)];
if (![requests, seed, workers].every(Number.isSafeInteger) || requests < 1 || workers < 1) {
  throw new Error("--requests, --seed and --workers are whole numbers");
}

const folder = mkdtempSync(join(tmpdir(), "tradewind-fuzz-"));
// As root, PostgreSQL runs as another user, who must be able to pass through.
chmodSync(folder, 0o711);
const server = await openEmbedded({
  dataDir: folder,
  role: "server",
  settings: { fsync: "off", max_connections: "200" },
});
try {
  console.log(`seed ${seed} (the same again: --requests ${requests} --seed ${seed})`);
  const began = performance.now();
  await makeTemplate();
  const summary = await allWork();
  console.log(printed(summary, (performance.now() - began) / 1000));
  process.exitCode = summary.findings.length > 0 ? 1 : 0;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function makeTemplate(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${TEMPLATE}`;
  await migrate({ connectionString: url.href });
  await installQueue({ connectionString: url.href });
}

/** The rounds, dealt out to the processes. Which seed a round has does not depend on how many there are. */
async function allWork(): Promise<Summary> {
  const count = Math.ceil(requests / REQUESTS_A_ROUND);
  const rounds = Array.from({ length: count }, (_, index) => ({
    requests: Math.min(REQUESTS_A_ROUND, requests - index * REQUESTS_A_ROUND),
    seed: (seed + index * 7919) % 2 ** 31,
  }));
  let summary = emptySummary();
  const heard = (round: Summary) => {
    summary = joined(summary, round);
    for (const finding of told(round.findings)) console.log(finding);
    console.log(`${summary.requests} requests, ${summary.findings.length} findings`);
  };
  await Promise.all(
    Array.from({ length: Math.min(workers, count) }, (_, index) => {
      const own = rounds.filter((_round, number) => number % workers === index);
      const work = {
        serverUrl: server.url,
        template: TEMPLATE,
        folder,
        name: `worker_${index}`,
        rounds: own,
      };
      return inProcess(work, heard);
    }),
  );
  return summary;
}

/** One that crashes or hangs is a finding, too. */
function inProcess(work: Work, heard: (round: Summary) => void): Promise<void> {
  const child = fork(fileURLToPath(new URL("./worker.ts", import.meta.url)), [JSON.stringify(work)]);
  child.on("message", (summary) => heard(summary as Summary));
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => {
      if (code !== 0)
        heard({ ...emptySummary(), findings: [{ fault: `a process ended with ${code ?? signal}` }] });
      resolve();
    });
  });
}
