import { writeFile } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** Steps below the server, of the system's. */
const LOWER = 10;
const LOWEST = 19;

/**
 * All requests pass the one thread of the server; the database has many processes, and takes both cores of a small machine
 * from it whenever they are awake. Where both want the same core the server goes first: what it does next wakes the database.
 */
export function lower(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(getPriority() + LOWER, LOWEST));
  } catch {
    // It is as fast as it would be without.
  }
}

const TRIES = 50;
// The system lets ordinary users do this ten times a second.
const PAUSE = 150;

/**
 * Linux may share out time by session, not by process (autogroup), and each connection's process is a session of its own:
 * then the server as a whole counts as much as one connection, whatever the priorities are. Sessions have their own.
 */
export async function lowerSession(pid: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(LOWER), { flag: "r+" });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      await pause(PAUSE * (1 + Math.random()), undefined, { ref: false });
    }
  }
}
