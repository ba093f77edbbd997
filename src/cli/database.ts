import { type Config, poolSizeOf } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { lowerSession, openEmbedded } from "../db/embedded/index.ts";
import { migrate } from "../db/migrate.ts";
import { installQueue } from "../jobs/install-queue.ts";
import { CommandProblem } from "./command.ts";
import { restartEmbedded } from "./restart-embedded.ts";

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
export async function openConfigured(config: Config, role: "server" | "tool"): Promise<OpenedDatabase> {
  const embedded = config.databaseUrl ? undefined : await openEmbedded({ dataDir: config.dataDir, role });
  const url = config.databaseUrl ?? embedded!.url;
  const directUrl = (embedded ? undefined : config.directUrl) ?? url;
  const db = openDatabase({
    url,
    directUrl,
    poolSize: poolSizeOf(config),
    namedStatements: config.namedStatements === "on",
    timeout: config.databaseTimeout,
    maxBytes: config.answerBytes,
    onConnect: embedded && lowerSession,
  });
  const close = async () => {
    await db.close();
    await embedded?.stop();
  };
  try {
    await checkVersion(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    url,
    directUrl,
    place: embedded ? "embedded PostgreSQL" : describeAddress(url),
    isEmbedded: embedded !== undefined,
    onLost: (listener) => embedded && restartEmbedded(embedded, listener),
    close,
  };
}

const OLDEST_VERSION = 13;

async function checkVersion(db: Db): Promise<void> {
  const [row] = await db
    .run<{ version: number }>({
      text: "select current_setting('server_version_num')::int as version",
      values: [],
    })
    .catch((error: Error) => {
      const reason = error.message || (error as NodeJS.ErrnoException).code || "no answer";
      throw new CommandProblem(
        `the database does not answer: ${reason}\nCheck DATABASE_URL, or leave it unset to use the embedded PostgreSQL.`,
      );
    });
  const major = Math.floor((row?.version ?? 0) / 10_000);
  if (major < OLDEST_VERSION) {
    throw new CommandProblem(`PostgreSQL ${major} is too old; ${OLDEST_VERSION} or newer is required`);
  }
}

const describeAddress = (url: string) => {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname || "a socket"}${port ? `:${port}` : ""}${pathname}`;
};

/** Migrates the tables of the shop and of its job queue. Returns the applied migrations of the shop. */
export async function migrateAll(opened: OpenedDatabase): Promise<string[]> {
  const applied = await migrate({ connectionString: opened.directUrl });
  await installQueue({ connectionString: opened.directUrl });
  return applied;
}
