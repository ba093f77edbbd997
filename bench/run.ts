/**
 * Starts the built server with its demo shop on a database of its own and measures it: `npm run bench`.
 * Server, database and load share the machine, so only figures of one run can be compared with each other.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Load, type LoadResult, run } from "./load.ts";

const PASSWORD = "a password for the benchmark";
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);

interface Server {
  url: string;
  readyAfter: number;
  process: ChildProcess;
}

function start(dataDir: string): Promise<Server> {
  const began = performance.now();
  const child = spawn(process.execPath, ["dist/main.js", "start", "--port", "0"], {
    env: {
      ...process.env,
      TRADEWIND_DATA_DIR: dataDir,
      TRADEWIND_ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      const url = /API\s+(\S+)/.exec(text)?.[1];
      if (url) resolve({ url, readyAfter: performance.now() - began, process: child });
    });
    child.on("exit", () => reject(new Error(text)));
  });
}

const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.process.removeAllListeners("exit");
    server.process.once("exit", () => resolve());
    server.process.kill("SIGTERM");
  });

/** Resident memory in MB; only where the system tells. */
function memoryOf(server: Server): number {
  const status = readFileSync(`/proc/${server.process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function loadsFor(url: string): Promise<Load[]> {
  const login = await fetch(`${url}/admin/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@tradewind.local", password: PASSWORD }),
  });
  const cookie = login.headers.getSetCookie()[0]!.split(";")[0]!;
  const { customers } = (await (
    await fetch(`${url}/admin/customers?limit=1`, { headers: { cookie } })
  ).json()) as {
    customers: { id: string }[];
  };
  return [
    { name: "health", path: "/health" },
    { name: "store collections", path: "/store/collections" },
    { name: "admin collections with products", path: "/admin/collections", headers: { cookie } },
    {
      name: "admin customers",
      path: "/admin/customers?expand=groups,shipping_addresses",
      headers: { cookie },
    },
    { name: "admin customer", path: `/admin/customers/${customers[0]!.id}`, headers: { cookie } },
  ];
}

function print(results: (LoadResult & { clients: number })[]): void {
  console.log("| request | clients | requests/s | p50 ms | p99 ms | failures |\n|---|---|---|---|---|---|");
  for (const { name, clients, perSecond, p50, p99, failures } of results) {
    console.log(
      `| ${name} | ${clients} | ${perSecond.toFixed(0)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${failures} |`,
    );
  }
}

execFileSync(process.execPath, ["scripts/build.mjs"]);
const folder = mkdtempSync(join(tmpdir(), "tradewind-bench-"));
chmodSync(folder, 0o711);
try {
  const first = await start(folder);
  await stop(first);
  const server = await start(folder);
  console.log(
    `first start ${first.readyAfter.toFixed(0)} ms, second start ${server.readyAfter.toFixed(0)} ms`,
  );
  console.log(`memory at rest ${memoryOf(server).toFixed(0)} MB`);
  const results = [];
  for (const load of await loadsFor(server.url)) {
    await run(server.url, load, { clients: 8, seconds: 1 });
    for (const clients of [1, 32])
      results.push({ ...(await run(server.url, load, { clients, seconds: SECONDS })), clients });
  }
  print(results);
  console.log(`memory after the load ${memoryOf(server).toFixed(0)} MB`);
  await stop(server);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
