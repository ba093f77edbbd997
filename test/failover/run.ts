import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { reportOf } from "../soak/report.ts";
import { FailoverInjector, KINDS, type Kind } from "./failover-injector.ts";
import { HaProxy } from "./haproxy.ts";
import { Network } from "./network.ts";
import { PatroniCluster } from "./patroni-cluster.ts";

// npm run test:failover -- [--kill 100] [--machine 5] [--freeze 20] [--partition 20] [--disk 5] [--seed 7] [--asynchronous] [--haproxy]
const number = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    kill: number,
    machine: number,
    freeze: number,
    partition: number,
    disk: number,
    seed: number,
    asynchronous: { type: "boolean" },
    haproxy: { type: "boolean" },
  },
});

const OWN_NETWORK = "TRADEWIND_TEST_OWN_NETWORK";
if (!process.env[OWN_NETWORK]) {
  if (process.getuid?.() !== 0) {
    console.error("This test makes a network namespace and runs PostgreSQL as another user: it needs root.");
    process.exit(2);
  }
  const again = ["--net", "--mount", process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status } = spawnSync("unshare", again, {
    stdio: "inherit",
    env: { ...process.env, [OWN_NETWORK]: "1" },
  });
  process.exit(status ?? 1);
}

const isAnyGiven = KINDS.some((kind) => values[kind] !== undefined);
const timesOf = (kind: Kind) => Number(values[kind] ?? (isAnyGiven ? 0 : 1));
const times = Object.fromEntries(KINDS.map((kind) => [kind, timesOf(kind)])) as Record<Kind, number>;
const seed = Number(values.seed ?? Date.now() % 1_000_000);

// Names of namespaces are files; those of this test are in a folder that only it sees.
mkdirSync("/run/netns", { recursive: true });
execFileSync("mount", ["-t", "tmpfs", "tmpfs", "/run/netns"]);
execFileSync(process.execPath, [fileURLToPath(new URL("../../scripts/build.mjs", import.meta.url))]);

const folder = mkdtempSync(join(tmpdir(), "tradewind-failover-"));
chmodSync(folder, 0o711);
const network = new Network();
const cluster = new PatroniCluster(folder, network, values.asynchronous ? "none" : "one");
const began = performance.now();
const log = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`);

const haproxy = values.haproxy ? new HaProxy(folder, cluster) : null;
let injector: FailoverInjector | undefined;
let hasFailed = true;
try {
  await cluster.start();
  await haproxy?.start();
  log("the cluster is whole");
  const { soak } = await import("../soak/soak.ts");
  const report = await soak({
    seed,
    seconds: 12 * 3_600,
    checkEvery: 120,
    servers: 2,
    shoppers: 8,
    merchants: 2,
    longestPause: 3_000,
    betweenFaults: [1_000, 5_000],
    log,
    cluster: {
      url: haproxy?.url ?? cluster.url,
      troubleOf: (memory, say) => {
        injector = new FailoverInjector({ cluster, memory, times, log: say });
        return injector;
      },
    },
  });
  console.log(reportOf(report));
  hasFailed = report.violations.length > 0;
} finally {
  if (injector) console.log(`\n${injector.table()}`);
  haproxy?.stop();
  await cluster.stop();
  if (hasFailed) console.log(`the logs of the cluster are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
process.exit(hasFailed ? 1 : 0);
