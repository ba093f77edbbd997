import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Binaries } from "./binaries.ts";
import { connect, ensureDatabase, waitForOwnership } from "./ownership.ts";
import { readPostmaster, readSocketLock, whatRunsAs } from "./postmaster.ts";
import { EmbeddedProblem, USE_OWN_DATABASE } from "./problem.ts";
import { type Launch, launch, type Server } from "./server.ts";

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
  return left && whatRunsAs(left.pid, place.data) === "other" ? left.pid : undefined;
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
    // PostgreSQL ends all connections when one of its processes crashes, and goes on: so do we.
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
  // PostgreSQL logs every connection that comes too early as FATAL, which frightens people.
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
