import type { ParsedCronItem } from "graphile-worker";
import { sql } from "kysely";
import type { WriteConnection } from "../db/database.ts";
import { compiledReturningWrite } from "../db/statements.ts";

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

const MINUTE = 60_000;
/** A task that was missed within this number of minutes runs once. */
const MAX_MISSED = 60;

/**
 * Periodic tasks, by the clock of the database. The clocks of processes differ: if one were an hour ahead, no task would be due
 * for the others for an hour.
 */
export class Schedules {
  /** The last minute that was checked. */
  private checked: number | undefined;

  constructor(private readonly items: readonly ParsedCronItem[]) {}

  async enqueueDue(on: WriteConnection, now: Date): Promise<void> {
    const minute = Math.floor(now.getTime() / MINUTE);
    if (this.checked === minute) return;
    const minutes = minutesUpTo(minute, this.checked);
    const tasks = this.items.filter(({ match }) => minutes.some((each) => match(digestOf(each))));
    if (tasks.length > 0) {
      await enqueueScheduled(on, { tasks: tasks.map(({ task }) => task), minute: new Date(minute * MINUTE) });
    }
    this.checked = minute;
  }
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
