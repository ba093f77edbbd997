import { type Config, poolSizeOf } from "../config.ts";
import type { Db } from "../db/database.ts";
import { dataFolder } from "../db/embedded/index.ts";
import { pendingMigrations } from "../db/migrate.ts";
import { openConfigured } from "./database.ts";
import { replicaFindings } from "./examine-replicas.ts";
import { advice, bad, type Finding, good } from "./finding.ts";

/** Checks an installation for common problems. Changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  return [...runtimeFindings(), ...(await databaseFindings(config)), ...settingFindings(config)];
}

function runtimeFindings(): Finding[] {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 20) return [good(`Node ${process.versions.node}`)];
  return [bad(`Node ${process.versions.node} is too old`, "Install Node 20 or newer.")];
}

async function databaseFindings(config: Config): Promise<Finding[]> {
  try {
    const opened = await openConfigured(config, "tool");
    try {
      return [
        good(`The database answers (${opened.place})`),
        ...(await migrationFindings(opened.db)),
        ...(await clockFindings(opened.db)),
        ...(await connectionFindings(opened.db, config)),
        ...(await replicaFindings(opened.db, config)),
      ];
    } finally {
      await opened.close();
    }
  } catch (error) {
    return [bad("The database cannot be used", (error as Error).message)];
  }
}

async function migrationFindings(db: Db): Promise<Finding[]> {
  const pending = await pendingMigrations((text) => db.pool.query(text));
  if (pending.length === 0) return [good("The schema is up to date")];
  return [
    advice(
      `${pending.length} migrations are pending`,
      "Run: tradewind migrate (the next start migrates, too).",
    ),
  ];
}

const TOLERATED_SECONDS = 2;

async function clockFindings(db: Db): Promise<Finding[]> {
  const before = Date.now();
  const [row] = await db.run<{ now: Date }>({ text: "select clock_timestamp() as now", values: [] });
  const middle = (before + Date.now()) / 2;
  const seconds = Math.abs((row?.now.getTime() ?? middle) - middle) / 1000;
  if (seconds <= TOLERATED_SECONDS) return [good("The clocks of this machine and the database agree")];
  return [
    bad(
      `The clocks of this machine and the database differ by ${seconds.toFixed(1)} s`,
      "Synchronise both (NTP): sessions, tokens and price lists depend on the time.",
    ),
  ];
}

/** Of one process: requests, jobs (with one that listens and one in reserve), events, the log position for replicas. */
const connectionsOf = (config: Config): number => {
  const { jobs, replicaUrls } = config;
  return poolSizeOf(config) + (jobs > 0 ? jobs + 2 : 0) + 1 + (replicaUrls.length > 0 ? 1 : 0);
};

async function connectionFindings(db: Db, config: Config): Promise<Finding[]> {
  const text = "select current_setting('max_connections')::int as most";
  const [row] = await db.run<{ most: number }>({ text, values: [] });
  const needed = connectionsOf(config) * config.workers;
  const most = row?.most ?? 0;
  if (needed < most) return [good(`${needed} connections are needed at most, ${most} are allowed`)];
  return [
    bad(
      `${needed} connections may be needed, but the database allows ${most}`,
      "Lower TRADEWIND_POOL_SIZE or TRADEWIND_WORKERS, or raise max_connections.",
    ),
  ];
}

function settingFindings(config: Config): Finding[] {
  const isPublic = config.host !== "127.0.0.1" && config.host !== "localhost" && config.host !== "::1";
  const findings: Finding[] = [];
  if (config.databaseUrl && !config.jwtSecret) {
    findings.push(
      advice(
        `Tokens are signed with a secret stored in ${dataFolder(config.dataDir)}`,
        "Set TRADEWIND_JWT_SECRET to the same value on every machine of the shop.",
      ),
    );
  }
  if (isPublic && !config.trustProxy) {
    findings.push(
      advice(
        "The server is reachable from other machines and trusts no proxy",
        "Behind a proxy set TRADEWIND_TRUST_PROXY to its address, or all clients share one address.",
      ),
    );
  }
  if (config.cookieSameSite === "none" && config.cookieSecure === "never") {
    findings.push(
      bad(
        "Browsers refuse a SameSite=None cookie without Secure",
        "Set TRADEWIND_COOKIE_SECURE to auto or always.",
      ),
    );
  }
  for (const [name, origins] of [
    ["STORE_CORS", config.storeCors],
    ["ADMIN_CORS", config.adminCors],
  ] as const) {
    if (origins.includes("*")) {
      findings.push(
        bad(`${name} is *, so no origin can use sessions`, "List the origins of your frontends."),
      );
    }
  }
  return findings.length === 0
    ? [good("The settings for cookies, proxies and CORS are consistent")]
    : findings;
}
