import { sql } from "kysely";
import type { WriteConnection } from "../db/database.ts";
import { compiledReturningWrite } from "../db/statements.ts";

const beat = compiledReturningWrite<{ id: string }, { seen_at: Date }>(
  "job-worker-seen",
  { inserts: ["tradewind.job_worker"], updates: ["tradewind.job_worker"] },
  (p) => sql<{ seen_at: Date }>`insert into tradewind.job_worker (id) values (${p.id})
    on conflict (id) do update set seen_at = now() returning seen_at`,
);

/** Records that the process that locks jobs by this id is alive. Returns the time of the database. */
export async function saveHeartbeat(on: WriteConnection, id: string): Promise<Date> {
  const [worker] = await beat(on, { id });
  return worker!.seen_at;
}

const release = compiledReturningWrite<object, unknown>(
  "job-worker-release-dead",
  { deletes: ["tradewind.job_worker"] },
  () => sql`
    with alive as (select id from tradewind.job_worker where seen_at > now() - interval '8 seconds'),
    expired as (delete from tradewind.job_worker where seen_at < now() - interval '1 hour'),
    dead as (select distinct locked_by as id from graphile_worker.jobs
      where locked_by is not null and locked_at < now() - interval '8 seconds'
        and locked_by not in (select id from alive))
    select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`,
);

/** Unlocks the jobs of dead processes. */
export async function releaseJobsOfDeadWorkers(on: WriteConnection): Promise<void> {
  await release(on, {});
}

const releaseUnknown = compiledReturningWrite<{ id: string; runningIds: string[] }, unknown>(
  "job-worker-release-unknown",
  { updates: ["graphile_worker._private_jobs", "graphile_worker._private_job_queues"] },
  (p) => sql`
    with unknown_jobs as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null
      where locked_by = ${p.id} and locked_at < now() - interval '8 seconds' and id <> all(${p.runningIds}::bigint[])
      returning job_queue_id)
    update graphile_worker._private_job_queues queue set locked_by = null, locked_at = null
    from unknown_jobs where queue.id = unknown_jobs.job_queue_id and queue.locked_by = ${p.id}`,
);

/**
 * Unlocks jobs that are locked by this process but not running in it: the connection broke after PostgreSQL had assigned them.
 */
export async function releaseUnknownJobs(
  on: WriteConnection,
  id: string,
  runningIds: readonly string[],
): Promise<void> {
  await releaseUnknown(on, { id, runningIds: [...runningIds] });
}

const remove = compiledReturningWrite<{ id: string }, unknown>(
  "job-worker-delete",
  { deletes: ["tradewind.job_worker"] },
  (p) => sql`delete from tradewind.job_worker where id = ${p.id}`,
);

export async function deleteWorker(on: WriteConnection, id: string): Promise<void> {
  await remove(on, { id });
}
