import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { MigrationProblem } from "./migration-files.ts";

// Any number, as long as all versions of the code agree on it.
const LOCK = 7_264_118_903;

const TRY_EVERY = 100;

/**
 * Only one process changes the schema. The lock is released when the connection closes, which a crash does too. It is tried again
 * and again: a statement that waits for it would be an open transaction, for which an index of the other process waits.
 */
export async function lockMigrations(client: pg.Client): Promise<void> {
  while (!(await tryLockMigrations(client))) {
    const holder = await migrationLockHolder(client);
    if (holder?.includes("(tradewind-adopt")) {
      throw new MigrationProblem(
        `tradewind adopt is at work on this database: ${holder}. Try again when it has ended`,
      );
    }
    await pause(TRY_EVERY);
  }
}

export async function tryLockMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>("select pg_try_advisory_lock($1) as yes", [LOCK]);
  return rows[0]!.yes;
}

/** The process that has the lock: `process 4711 (tradewind-adopt --yes, for 12 s)`. Null if it has just ended. */
export async function migrationLockHolder(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ text: string }>(
    `select concat('process ', pid, ' (', coalesce(nullif(application_name, ''), 'without a name'),
       ', for ' || round(extract(epoch from clock_timestamp() - backend_start)) || ' s', ')') as text
     from pg_locks left join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1
       and pg_locks.database = (select oid from pg_database where datname = current_database())
       and (classid::bigint << 32 | objid::bigint) = $1`,
    [LOCK],
  );
  return rows[0]?.text ?? null;
}
