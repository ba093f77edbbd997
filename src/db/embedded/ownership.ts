import pg from "pg";
import { SUPERUSER } from "./cluster.ts";

// The owner of a server is the process that holds this lock. It vanishes with its connection, so a dead owner holds none.
// Advisory locks are per database: this one lives in `postgres`, where the shop's own locks cannot meet it.
const OWNER_LOCK = 1_953_784_167;
const PORT = 5432;
export const DATABASE = "tradewind";

/** ssl and port are named because PGSSLMODE and PGPORT in the environment would otherwise decide. */
export const connectionUrl = (socketFolder: string) =>
  `postgres://${SUPERUSER}@localhost:${PORT}/${DATABASE}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`;

export async function connect(socketFolder: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketFolder,
    port: PORT,
    user: SUPERUSER,
    database: "postgres",
    ssl: false,
    application_name: `tradewind ${name} ${process.pid}`,
    // Our connections end with the server on purpose: no FATAL in the log for that.
    options: "-c log_min_messages=panic",
    connectionTimeoutMillis: 5_000,
  });
  // A server that stops ends its connections; without a listener that would end the process.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** The application_name of the connection that holds the lock. */
export async function findHolder(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select activity.application_name as name
       from pg_locks lock join pg_stat_activity activity using (pid)
      where lock.locktype = 'advisory' and lock.granted and lock.classid = 0 and lock.objid = $1 and lock.objsubid = 1
        and lock.database = (select oid from pg_database where datname = current_database())`,
    [OWNER_LOCK],
  );
  return rows[0]?.name ?? null;
}

export const ownerPid = (holder: string) => /^tradewind owner (\d+)$/.exec(holder)?.[1] ?? null;

export async function tryToOwn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [
    OWNER_LOCK,
  ]);
  return rows[0]?.held === true;
}

export async function waitForOwnership(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [OWNER_LOCK]);
}

/** Not a part of initdb: it would cost another start of the server, and a start that was killed here is repaired. */
export async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
}
