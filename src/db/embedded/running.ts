import { setTimeout as delay } from "node:timers/promises";
import type { Place } from "./folders.ts";
import { connect, findHolder, ownerPid, tryToOwn } from "./owner.ts";
import { type Postmaster, processAt, readPostmaster, readSocketLock } from "./postmaster.ts";
import { EmbeddedProblem } from "./problem.ts";
import { stopInSteps } from "./server.ts";

export interface OwnedServer {
  owner: string;
  socketFolder: string;
}

const POLL = 20;
const TIMEOUT = 60_000;
// A server is without an owner for a moment while it starts, and after PostgreSQL has recovered from a crash.
const ORPHANED_AFTER = 2_000;

/**
 * The server that already runs on the data and its owner; null if there is none. Waits for one that is
 * starting or stopping, and stops one whose owner died.
 */
export async function findRunningServer(place: Place, ownSocketFolder: string): Promise<OwnedServer | null> {
  const start = Date.now();
  let ownerlessSince: number | null = null;
  for (;;) {
    const found = readPostmaster(place.data) ?? readSocketLock(ownSocketFolder);
    if (found === null || processAt(found.pid, place.data) !== "server") return null;
    // The socket may be elsewhere: another TMPDIR gave another folder.
    const socketFolder = found.socketFolder ?? ownSocketFolder;
    const seen = await inspect(socketFolder, found, place);
    if (seen.state === "owned") return { owner: seen.owner, socketFolder };
    ownerlessSince = seen.state === "ownerless" ? (ownerlessSince ?? Date.now()) : null;
    if (ownerlessSince !== null && Date.now() - ownerlessSince > ORPHANED_AFTER) {
      await stopOrphan(socketFolder, found, place);
      ownerlessSince = null;
    }
    if (Date.now() - start > TIMEOUT) throw stuck(found.pid, place, seen);
    await delay(POLL);
  }
}

type Seen = { state: "owned"; owner: string } | { state: "ownerless" } | { state: "busy"; why: string };

async function inspect(socketFolder: string, found: Postmaster, { data }: Place): Promise<Seen> {
  try {
    const client = await connect(socketFolder, "visitor");
    try {
      const holder = await findHolder(client);
      // Replaced since the check.
      if (readPostmaster(data)?.pid !== found.pid) return { state: "busy", why: "it is changing" };
      if (holder === null) return { state: "ownerless" };
      const owner = ownerPid(holder);
      return owner === null ? { state: "busy", why: `held by ${holder}` } : { state: "owned", owner };
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    return { state: "busy", why: (error as Error).message };
  }
}

/** The lock is held until the server has stopped: only one start does this, and never to a server with a new owner. */
async function stopOrphan(socketFolder: string, { pid }: Postmaster, { data }: Place): Promise<void> {
  const client = await connect(socketFolder, "successor").catch(() => null);
  if (client === null) return;
  try {
    if (!(await tryToOwn(client)) || readPostmaster(data)?.pid !== pid) return;
    const isRunning = () => processAt(pid, data) === "server";
    await stopInSteps(
      (name) => isRunning() && process.kill(pid, name),
      until(() => !isRunning()),
    );
  } catch {
    // It ended by itself: the next check finds out.
  } finally {
    await client.end().catch(() => {});
  }
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + TIMEOUT;
  while (!condition() && Date.now() < end) await delay(POLL);
}

function stuck(pid: number, { folder }: Place, seen: Seen): EmbeddedProblem {
  const why = seen.state === "busy" ? ` (${seen.why})` : "";
  return new EmbeddedProblem(
    `A PostgreSQL (process ${pid}) runs on ${folder} and does not become available${why}. ` +
      `If it is recovering after a crash, wait; otherwise stop it with: kill -INT ${pid}`,
  );
}
