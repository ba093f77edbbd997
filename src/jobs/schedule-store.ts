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
export async function enqueueScheduled(
  on: WriteConnection,
  due: { tasks: string[]; minute: Date },
): Promise<void> {
  await enqueue(on, due);
}
