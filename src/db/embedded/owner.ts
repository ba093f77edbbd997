import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Binaries } from "./binaries.ts";
import { SUPERUSER } from "./cluster.ts";
import { processAt, readPostmaster, readSocketLock } from "./postmaster.ts";
import { EmbeddedProblem, USE_OWN_DATABASE } from "./problem.ts";
import { type Launch, launch, type Server } from "./server.ts";

// The owner of a server is the process that holds this lock. It vanishes with its connection, so a dead owner holds none.
// Advisory locks are per database: this one lives in `postgres`, where it cannot collide with locks of the shop.
const OWNER_LOCK = 1_953_784_167;
const PORT = 5432;
const DATABASE = "tradewind";

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

async function waitForOwnership(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [OWNER_LOCK]);
}

/** Not a part of initdb: it would cost another start of the server, and a start that was killed here is repaired. */
async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
}

const POLL = 5;

/** Our own server, ready and owned by this process; null when another start was quicker. */
export async function startOwned(
  binaries: Binaries,
  plan: Omit<Launch, "reusedPid">,
): Promise<Server | null> {
  const server = launch(binaries, { ...plan, reusedPid: findReusedPid(plan) });
  try {
    if (await own(server, plan)) return server;
  } catch (error) {
    await server.stop();
    throw startFailed((error as Error).message, server, plan);
  }
  const reason = await server.ended;
  if (isTaken(server.lastLines())) return null;
  throw startFailed(reason, server, plan);
}

type Plan = Pick<Launch, "place" | "socketFolder">;

function findReusedPid({ place, socketFolder }: Plan): number | undefined {
  const left = readPostmaster(place.data) ?? readSocketLock(socketFolder);
  return left && processAt(left.pid, place.data) === "other" ? left.pid : undefined;
}

// The last one: the loser of a race removed the socket's folder when it stopped.
const isTaken = (output: string) =>
  /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block|could not create lock file "[^"]*": No such/.test(
    output,
  );

/** False when the server ended first. The database exists before the lock is held, so that guests find it. */
async function own(server: Server, plan: Plan): Promise<boolean> {
  while (!server.isLeaving()) {
    const client = await connectTo(server, plan);
    if (client === null) {
      await Promise.race([delay(POLL), server.ended]);
      continue;
    }
    try {
      await ensureDatabase(client);
      await waitForOwnership(client);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    // PostgreSQL closes all connections when one of its processes crashes, and then continues. So does this process.
    client.once("end", () => void ownAgain(server, plan));
    return true;
  }
  return false;
}

async function ownAgain(server: Server, plan: Plan): Promise<void> {
  while (!server.isLeaving()) {
    const isSettled = await own(server, plan).catch(() => false);
    if (isSettled) return;
    await delay(POLL);
  }
}

const passing = new Set([
  "57P03",
  "57P01",
  "57P02",
  "53300",
  "ECONNREFUSED",
  "ENOENT",
  "ECONNRESET",
  "EPIPE",
]);

/** Null while it is not ready, and while it is another server that has the data. */
async function connectTo(server: Server, { place, socketFolder }: Plan): Promise<pg.Client | null> {
  // PostgreSQL logs every connection that comes too early as FATAL, which would alarm the admin.
  const seen = readPostmaster(place.data);
  if (seen?.pid !== server.pid || !seen?.isReady) return null;
  try {
    return await connect(socketFolder, "owner");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (passing.has(code ?? "") || /terminated|timeout/i.test(message)) return null;
    throw error;
  }
}

function startFailed(reason: string, server: Server, { place }: Plan): EmbeddedProblem {
  return new EmbeddedProblem(
    `The embedded PostgreSQL on ${place.folder} did not start (${reason}).\n${server.lastLines()}\n${USE_OWN_DATABASE}`,
  );
}
