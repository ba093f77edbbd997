import { setTimeout as delay } from "node:timers/promises";
import { type Config, poolSizeOf } from "../config.ts";
import { type Db, openDatabase, withClient } from "../db/database.ts";
import {
  dataFolder,
  type EmbeddedDatabase,
  hasEmbeddedData,
  lowerSession,
  openEmbedded,
} from "../db/embedded/index.ts";
import { migrate } from "../db/migrations/migrate.ts";
import { Primary } from "../db/primary/primary.ts";
import { contentOf, contentProblem } from "../db/schema/database-content.ts";
import { plantedProblem, publicSchemaOf } from "../db/schema/public-schema.ts";
import { readInCatalogue } from "../db/schema/search-path.ts";
import { majorVersionOf, versionProblem } from "../db/schema/server-version.ts";
import { installQueue } from "../jobs/install-queue.ts";
import type { Tracing } from "../kernel/tracing.ts";
import type { InstalledPlugin } from "../plugins/installed-plugin.ts";
import { migratePlugins } from "../plugins/migrations/migrate-plugins.ts";
import { CommandProblem } from "./command.ts";

/** A database that answers. */
export interface OpenedDatabase {
  db: Db;
  url: string;
  /** Without a pooler, if there is one. */
  directUrl: string;
  /** For messages; without credentials. */
  place: string;
  isEmbedded: boolean;
  /** Restarts an embedded database when it ends, from now on. Calls the listener when restarting has failed. */
  onLost(listener: (reason: string) => void): void;
  close(): Promise<void>;
}

/** The configured database, or the embedded one. A `tool` may connect to the embedded database of a running server. */
export async function openConfigured(
  config: Config,
  role: "server" | "tool",
  tracing?: Tracing,
): Promise<OpenedDatabase> {
  const embedded = config.databaseUrl ? undefined : await openEmbedded({ dataDir: config.dataDir, role });
  const primary = new Primary(config.databaseUrl ?? embedded!.url);
  const direct = embedded || config.directUrl === undefined ? primary : new Primary(config.directUrl);
  const db = openDatabase({
    url: primary,
    directUrl: direct,
    poolSize: poolSizeOf(config),
    namedStatements: config.namedStatements === "on",
    timeout: config.databaseTimeout,
    maxBytes: config.answerBytes,
    onConnect: embedded && lowerSession,
    tracing,
  });
  const servers = new Set([primary, direct]);
  const close = async () => {
    await Promise.all([...servers].map((each) => each.close()));
    await db.close();
    await embedded?.stop();
  };
  try {
    for (const each of servers) await findPrimary(each);
    await checkVersion(db);
    await refuseOtherContent(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    url: primary.url,
    directUrl: direct.url,
    place: embedded ? "embedded PostgreSQL" : describeAddress(primary.url),
    isEmbedded: embedded !== undefined,
    onLost: (listener) => embedded && restartEmbedded(embedded, listener),
    close,
  };
}

/** The database of a shop that exists already. Creates nothing. */
export async function openShop(config: Config): Promise<OpenedDatabase> {
  refuseMissing(config);
  const opened = await openConfigured(config, "tool");
  const [user] = await opened.db.run({
    text: `select where to_regclass('public."user"') is not null`,
    values: [],
  });
  if (user) return opened;
  await opened.close();
  throw noShop(`at ${opened.place}`);
}

/** For commands that are only for the embedded database. */
export function requireEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new CommandProblem(
    "DATABASE_URL is set: this command is for the embedded database. For a PostgreSQL of your own see docs/guides/backups.md.",
  );
}

/** For commands that must not create the embedded database. */
export function refuseMissing(config: Config): void {
  if (isMissing(config)) throw noShop(`in ${dataFolder(config.dataDir)}`);
}

/** Whether the embedded database is to be used, and no start has created it yet. */
export const isMissing = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl === undefined && !hasEmbeddedData(dataDir);

const noShop = (place: string) =>
  new CommandProblem(
    `there is no shop ${place} yet: tradewind start creates one. ` +
      "For a shop in another place set TRADEWIND_DATA_DIR or DATABASE_URL, or change to its folder.",
  );

async function findPrimary(servers: Primary): Promise<void> {
  servers.watch();
  if (!servers.isOneOfSeveral || (await servers.find())) return;
  const places = servers.urls.map((url) => describeAddress(url)).join(", ");
  throw new CommandProblem(`no server of the database takes changes: ${places}`);
}

async function checkVersion(db: Db): Promise<void> {
  const major = await majorVersionOf((text) => db.pool.query(text)).catch((error: Error) => {
    const reason = error.message || (error as NodeJS.ErrnoException).code || "no answer";
    throw new CommandProblem(
      `the database does not answer: ${reason}\nCheck DATABASE_URL, or leave it unset to use the embedded PostgreSQL.`,
    );
  });
  const problem = versionProblem(major);
  if (problem) throw new CommandProblem(problem);
}

/** A database of v1 or of another program stays as it is. Nothing runs that another role has planted. */
async function refuseOtherContent(db: Db): Promise<void> {
  const problem = await withClient(db.pool, (client) =>
    readInCatalogue(
      client,
      async (query) => contentProblem(await contentOf(query)) ?? plantedProblem(await publicSchemaOf(query)),
    ),
  );
  if (problem) throw new CommandProblem(problem);
}

export const describeAddress = (url: string) => {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname || "a socket"}${port ? `:${port}` : ""}${pathname}`;
};

/** Migrates the tables of the shop, of its job queue and of plugins. Returns the applied migrations of the shop and of plugins. */
export async function migrateAll(
  opened: OpenedDatabase,
  plugins: readonly InstalledPlugin[] = [],
): Promise<string[]> {
  const connection = { connectionString: opened.directUrl };
  const applied = await migrate(connection);
  await installQueue(connection);
  return [...applied, ...(await migratePlugins(connection, plugins))];
}

const PAUSES = [0, 1_000, 2_000, 5_000, 10_000];
/** After running this long, the next exit is not counted as a repeated failure. */
const STABLE_AFTER = 60_000;

/**
 * Restarts a PostgreSQL that was killed, e.g. because the machine had no memory left. Requests get 503 until then. After repeated
 * failures it stops trying and calls `onLost` with the reason.
 */
function restartEmbedded(embedded: EmbeddedDatabase, onLost: (reason: string) => void): void {
  let pauses = [...PAUSES];
  let startedAt = performance.now();

  const start = async (reason: string): Promise<void> => {
    const pause = pauses.shift();
    if (pause === undefined) return onLost(reason);
    await delay(pause);
    try {
      await embedded.revive();
      startedAt = performance.now();
      console.error("tradewind: the embedded database is running again");
    } catch (error) {
      await start((error as Error).message);
    }
  };

  embedded.onUnexpectedExit((reason) => {
    if (performance.now() - startedAt > STABLE_AFTER) pauses = [...PAUSES];
    console.error(`tradewind: ${reason.split("\n")[0]}; restarting it`);
    void start(reason);
  });
}
