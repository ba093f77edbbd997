import pg from "pg";
import { lowerSession, openEmbedded } from "../../src/db/embedded/index.ts";
import { childrenOf, nameOf } from "./processes.ts";

type Row = Record<string, unknown>;

/** A PostgreSQL of the benchmark's own: durable as always, with a database for each of those it compares. */
export interface Postgres {
  pid: number;
  version: string;
  urlOf(database: string): string;
  ask<Found = Row>(text: string, values?: unknown[]): Promise<Found[]>;
  /** The same in one of the databases. */
  askIn(database: string, text: string): Promise<void>;
  /** Clears up in a database what would be cleared up sooner or later. */
  tidy(database: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(folder: string, databases: readonly string[]): Promise<Postgres> {
  const server = await openEmbedded({
    dataDir: folder,
    role: "server",
    settings: { shared_preload_libraries: "pg_stat_statements" },
  });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  for (const name of databases) await client.query(`create database ${client.escapeIdentifier(name)}`);
  const pid = childrenOf(process.pid).find((child) => nameOf(child) === "postgres") ?? 0;
  const yielding = yieldToAll(pid);
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const urlOf = (database: string) => {
    const url = new URL(server.url);
    url.pathname = `/${database}`;
    return url.href;
  };
  const askIn = async (database: string, text: string) => {
    const asking = new pg.Client({ connectionString: urlOf(database) });
    await asking.connect();
    await asking.query(text).finally(() => asking.end());
  };
  return {
    pid,
    version: rows[0]!.server_version,
    urlOf,
    askIn,
    tidy: (database) => askIn(database, "vacuum (analyze)"),
    ask: async (text, values = []) => (await client.query(text, values)).rows,
    async stop() {
      clearInterval(yielding);
      await client.end();
      await server.stop();
    },
  };
}

/** To the process that uses it, as the embedded database does to Tradewind: see ADR 21. */
function yieldToAll(postmaster: number): NodeJS.Timeout {
  const known = new Set<number>();
  return setInterval(() => {
    for (const pid of childrenOf(postmaster)) {
      if (!known.has(pid)) void lowerSession(pid);
      known.add(pid);
    }
  }, 500);
}
