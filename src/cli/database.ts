import { type Config, poolSizeOf } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { lowerSession, openEmbedded } from "../db/embedded/index.ts";
import { migrate } from "../db/migrate.ts";
import { installQueue } from "../jobs/install-queue.ts";
import { CommandProblem } from "./command.ts";
import { keepEmbedded } from "./keep-embedded.ts";

/** A database that answers, and how to let go of it. */
export interface OpenedDatabase {
  db: Db;
  url: string;
  /** Past a pooler, where there is one. */
  directUrl: string;
  /** Where it is, for people; without credentials. */
  place: string;
  isEmbedded: boolean;
  /** From here on an embedded one is started again when it ends; told when that is in vain. */
  onLost(listener: (reason: string) => void): void;
  close(): Promise<void>;
}

/** The configured database, or the embedded one: as a server of its own data, or as a tool beside a server. */
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
    await checkAnswer(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    url,
    directUrl,
    place: embedded ? "embedded PostgreSQL" : placeOf(url),
    isEmbedded: embedded !== undefined,
    onLost: (listener) => embedded && keepEmbedded(embedded, listener),
    close,
  };
}

const OLDEST = 13;

async function checkAnswer(db: Db): Promise<void> {
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
  if (major < OLDEST) {
    throw new CommandProblem(`PostgreSQL ${major} is too old; ${OLDEST} or newer is needed`);
  }
}

const placeOf = (url: string) => {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname || "a socket"}${port ? `:${port}` : ""}${pathname}`;
};

/** Brings the tables of the shop and those of its job queue up to date; tells what was applied to the former. */
export async function migrated(opened: OpenedDatabase): Promise<string[]> {
  const applied = await migrate({ connectionString: opened.directUrl });
  await installQueue({ connectionString: opened.directUrl });
  return applied;
}
