import { writeFile } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** How much lower the priority of the database is, in steps of the operating system. */
const LOWER = 10;
const LOWEST = 19;

/**
 * All requests pass through the single thread of the server. The database has many processes, which can occupy both cores of
 * a small machine. So the server has the higher priority: its next step is what gives the database work.
 */
export function lower(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(getPriority() + LOWER, LOWEST));
  } catch {
    // The priority is only an optimization.
  }
}

const TRIES = 50;
// The system lets ordinary users do this ten times a second.
const PAUSE = 150;

/**
 * Linux may schedule by session instead of by process (autogroup). Each connection of PostgreSQL is a session of its own, so
 * the whole server would get as much time as one connection. Process priorities have no effect then; session priorities do.
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
