import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { AdoptProblem, codeOf } from "./adopt-problem.ts";
import { usersOfTables } from "./sessions.ts";
import { quoted } from "./sql.ts";

/** How long other programs may wait behind an attempt, in milliseconds. */
const PATIENCE = 2_000;
const LONGEST_PAUSE = 5_000;
const GIVE_UP_AFTER = 10 * 60_000;

const LOCK_TIMEOUT = "55P03";
const CANCELLED = "57014";
const DEADLOCK = "40P01";

export interface LockedWork<Result> {
  tables: readonly string[];
  work(): Promise<Result>;
  /** Called before the next attempt, with the sessions that hold the tables. */
  onWait(holders: string): void;
}

/**
 * Runs the work in one transaction that has locked the tables, in one order. While it waits for a lock, programs that need
 * the tables wait too: so it waits for a short time, lets them go on, and tries again.
 */
export async function withLockedTables<Result>(
  client: pg.Client,
  locked: LockedWork<Result>,
): Promise<Result> {
  const began = Date.now();
  for (let attempt = 1; ; attempt++) {
    await client.query("begin");
    try {
      if (await lock(client, locked.tables)) {
        const result = await locked.work();
        await client.query("commit");
        return result;
      }
      await client.query("rollback");
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
    const holders = (await usersOfTables(client)) ?? "none is open now";
    if (Date.now() - began > GIVE_UP_AFTER) {
      throw new AdoptProblem(
        `the tables could not be locked in ten minutes. Open transactions: ${holders}. Let them end, and run it again: it continues`,
      );
    }
    locked.onWait(holders);
    await pause(Math.min(LONGEST_PAUSE, 250 * attempt) * (0.5 + Math.random()));
  }
}

async function lock(client: pg.Client, tables: readonly string[]): Promise<boolean> {
  const names = [...tables].sort().map((table) => `public.${quoted(table)}`);
  try {
    const patience = await patienceOf(client);
    // The first limit holds for each table, the second for all of them together.
    await client.query(`set local lock_timeout to ${patience}; set local statement_timeout to ${patience}`);
    await client.query(`lock table ${names.join(", ")} in access exclusive mode`);
    await client.query("set local statement_timeout to 0");
    return true;
  } catch (error) {
    if ([LOCK_TIMEOUT, CANCELLED, DEADLOCK].includes(codeOf(error) ?? "")) return false;
    throw error;
  }
}

/**
 * Shorter than the time after which PostgreSQL looks for deadlocks: of two transactions that wait for each other it ends the one that
 * has waited so long, and that must not be one of v1.
 */
async function patienceOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ setting: string }>(
    "select setting from pg_settings where name = 'deadlock_timeout'",
  );
  return Math.max(1, Math.floor(Math.min(PATIENCE, 0.8 * Number(rows[0]?.setting ?? PATIENCE))));
}
