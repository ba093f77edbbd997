import type { ParsedCronItem } from "graphile-worker";
import { sql } from "kysely";
import type { WriteConnection } from "../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../db/statements.ts";

// The table that graphile-worker itself uses for it, so that older versions of Tradewind, which leave it to the library, can run
// at the same time. A time in the future is from a wrong clock.
const enqueue = compiledReturningWrite<{ tasks: string[]; minute: Date }, unknown>(
  "job-enqueue-scheduled",
  {
    inserts: ["graphile_worker._private_known_crontabs"],
    updates: ["graphile_worker._private_known_crontabs"],
  },
  (p) => sql`with due as (
      insert into graphile_worker._private_known_crontabs as known (identifier, known_since, last_execution)
      select task, ${p.minute}::timestamptz, ${p.minute}::timestamptz from unnest(${p.tasks}::text[]) as task
      on conflict (identifier) do update set last_execution = excluded.last_execution
      where known.last_execution is null or known.last_execution < excluded.last_execution
        or known.last_execution > excluded.last_execution + interval '5 minutes'
      returning identifier)
    select (graphile_worker.add_job(identifier, job_key => identifier)).id from due`,
);

/** Only one process enqueues a due task. If the previous job still waits, no second one is added. */
async function enqueueScheduled(on: WriteConnection, due: { tasks: string[]; minute: Date }): Promise<void> {
  await enqueue(on, due);
}

export const lastRuns = compiledSql<{ tasks: string[] }, { task: string; at: Date }>(
  "job-last-scheduled",
  (p) => sql`select identifier as task, last_execution as at from graphile_worker._private_known_crontabs
    where last_execution is not null and identifier = any(${p.tasks}::text[])`,
);

const MINUTE = 60_000;
/** In minutes. A task of every year is looked for this far back. */
const LONGEST_BREAK = 400 * 24 * 60;
/** A task that was missed within this number of minutes runs once. */
const MAX_MISSED = 60;

/**
 * Periodic tasks, by the clock of the database. The clocks of processes differ: if one were an hour ahead, no task would be due
 * for the others for an hour.
 */
export class Schedules {
  /** The last minute that was checked. */
  private checked: number | undefined;

  constructor(
    private readonly items: readonly ParsedCronItem[],
    /** The tasks that run once if they were due while no process ran. */
    private readonly madeUpFor: readonly string[] = [],
  ) {}

  async enqueueDue(on: WriteConnection, now: Date): Promise<void> {
    const minute = Math.floor(now.getTime() / MINUTE);
    if (this.checked === minute) return;
    const minutes = minutesUpTo(minute, this.checked);
    const missed = this.checked === undefined ? await this.missed(on, minute) : [];
    const tasks = this.items.filter(
      ({ task, match }) => missed.includes(task) || minutes.some((each) => match(digestOf(each))),
    );
    if (tasks.length > 0) {
      await enqueueScheduled(on, { tasks: tasks.map(({ task }) => task), minute: new Date(minute * MINUTE) });
    }
    this.checked = minute;
  }

  /** The tasks that were due between their last run and the start of this process. */
  private async missed(on: WriteConnection, minute: number): Promise<string[]> {
    if (this.madeUpFor.length === 0) return [];
    const last = new Map(
      (await lastRuns(on, { tasks: [...this.madeUpFor] })).map(({ task, at }) => [
        task,
        at.getTime() / MINUTE,
      ]),
    );
    return this.items
      .filter((item) => {
        const before = last.get(item.task);
        if (before === undefined) return false;
        return hasMatch(item, { after: Math.max(Math.floor(before), minute - LONGEST_BREAK), until: minute });
      })
      .map(({ task }) => task);
  }
}

function hasMatch({ match }: ParsedCronItem, { after, until }: { after: number; until: number }): boolean {
  for (let minute = until; minute > after; minute--) if (match(digestOf(minute))) return true;
  return false;
}

/** The next minute after this time in which the task is due; null if there is none for long. */
export function firstMatch({ match }: ParsedCronItem, after: Date): Date | null {
  const from = Math.floor(after.getTime() / MINUTE) + 1;
  for (let minute = from; minute < from + LONGEST_BREAK; minute++)
    if (match(digestOf(minute))) return new Date(minute * MINUTE);
  return null;
}

function minutesUpTo(minute: number, seen: number | undefined): number[] {
  // The clock may have been set back.
  const first = seen === undefined || seen > minute ? minute : Math.max(seen + 1, minute - MAX_MISSED);
  return Array.from({ length: minute - first + 1 }, (_, index) => first + index);
}

function digestOf(minute: number) {
  const time = new Date(minute * MINUTE);
  return {
    min: time.getUTCMinutes(),
    hour: time.getUTCHours(),
    date: time.getUTCDate(),
    month: time.getUTCMonth() + 1,
    dow: time.getUTCDay(),
  };
}
