import { type Config, poolSizeOf } from "../../config.ts";
import type { Db } from "../../db/database.ts";
import { dataFolder } from "../../db/embedded/index.ts";
import { findMove } from "../../move/moved-file.ts";
import { usableCores } from "../../settings/usable-cores.ts";
import { isMissing, openConfigured } from "../database.ts";
import { backupFindings } from "./backup-findings.ts";
import { type Finding, fail, note, ok } from "./finding.ts";
import { objectFindings } from "./object-findings.ts";
import { replicaFindings } from "./replica-findings.ts";
import { serverFindings } from "./server-findings.ts";
import { otherRoleFindings, postgresFindings, processFindings, schemaFindings } from "./version-findings.ts";

export async function databaseFindings(config: Config): Promise<Finding[]> {
  const folder = dataFolder(config.dataDir);
  if (isMissing(config)) {
    return [note("database", `There is no shop in ${folder} yet`, "Run: tradewind start")];
  }
  try {
    // Without names, so that a pooler that does not carry them does not hide the rest.
    const opened = await openConfigured({ ...config, namedStatements: "off" }, "tool");
    try {
      return [
        ok("database", `The database answers (${opened.place})`),
        ...(opened.isEmbedded ? moveFindings(folder) : []),
        ...(await findingsAt(opened.db, config)),
      ];
    } finally {
      await opened.close();
    }
  } catch (error) {
    return [fail("database", "The database cannot be used", (error as Error).message)];
  }
}

async function findingsAt(db: Db, config: Config): Promise<Finding[]> {
  const checks = [
    postgresFindings,
    schemaFindings,
    objectFindings,
    processFindings,
    otherRoleFindings,
    clockFindings,
    connectionFindings,
    workerFindings,
    serverFindings,
    replicaFindings,
    backupFindings,
  ];
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await check(db, config)));
  return findings;
}

function moveFindings(folder: string): Finding[] {
  const moved = findMove(folder);
  if (!moved) return [];
  return [
    fail(
      "move",
      `This shop was moved to ${moved.place} on ${moved.movedAt}`,
      "Set DATABASE_URL: what is sold here is missing there.",
    ),
  ];
}

const TOLERATED_SECONDS = 2;

async function clockFindings(db: Db): Promise<Finding[]> {
  const before = Date.now();
  const [row] = await db.run<{ now: Date }>({ text: "select clock_timestamp() as now", values: [] });
  const middle = (before + Date.now()) / 2;
  const seconds = Math.abs((row?.now.getTime() ?? middle) - middle) / 1000;
  if (seconds <= TOLERATED_SECONDS) return [ok("clock", "The clocks of this machine and the database agree")];
  return [
    fail(
      "clock",
      `The clocks of this machine and the database differ by ${seconds.toFixed(1)} s`,
      "Synchronise both (NTP): sessions, tokens and price lists depend on the time.",
    ),
  ];
}

/** Of one process: requests, jobs (with one that listens and one in reserve), events, the log position for replicas, the watched primary. */
const connectionsOf = (config: Config, isWatched: boolean): number => {
  const { jobs, replicaUrls } = config;
  return (
    poolSizeOf(config) +
    (jobs > 0 ? jobs + 2 : 0) +
    1 +
    (replicaUrls.length > 0 ? 1 : 0) +
    (isWatched ? 1 : 0)
  );
};

async function connectionFindings(db: Db, config: Config): Promise<Finding[]> {
  const text = "select current_setting('max_connections')::int as most";
  const [row] = await db.run<{ most: number }>({ text, values: [] });
  const needed = connectionsOf(config, db.primary.isOneOfSeveral) * config.workers;
  const most = row?.most ?? 0;
  if (needed < most)
    return [ok("connections", `${needed} connections are needed at most, ${most} are allowed`)];
  return [
    fail(
      "connections",
      `${needed} connections may be needed, but the database allows ${most}`,
      "Lower TRADEWIND_POOL_SIZE or TRADEWIND_WORKERS, or raise max_connections.",
    ),
  ];
}

/** Each worker needs a core to be faster than one process. */
function workerFindings(_db: Db, { workers }: Config): Finding[] {
  const cores = usableCores();
  const text = `${workers === 1 ? "One HTTP process" : `${workers} HTTP processes`} on a machine with ${cores} cores`;
  if (workers <= cores) return [ok("workers", text)];
  return [
    note(
      "workers",
      text,
      "Set TRADEWIND_WORKERS to the number of cores at most: more processes only share them, and each has its own connections and caches.",
    ),
  ];
}
