import { sql } from "kysely";
import type { WriteConnection } from "../db/database.ts";
import { compiledReturningWrite } from "../db/statements.ts";

const beat = compiledReturningWrite<{ id: string }, { seen_at: Date }>(
  "job-worker-seen",
  { inserts: ["tradewind.job_worker"], updates: ["tradewind.job_worker"] },
  (p) => sql<{ seen_at: Date }>`insert into tradewind.job_worker (id) values (${p.id})
    on conflict (id) do update set seen_at = now() returning seen_at`,
);

/** The process that locks jobs by this name is alive. Tells what time it is for the database. */
export async function saveSeen(on: WriteConnection, id: string): Promise<Date> {
  const [worker] = await beat(on, { id });
  return worker!.seen_at;
}

const release = compiledReturningWrite<object, unknown>(
  "job-worker-release-dead",
  { deletes: ["tradewind.job_worker"] },
  () => sql`
    with alive as (select id from tradewind.job_worker where seen_at > now() - interval '8 seconds'),
    forgotten as (delete from tradewind.job_worker where seen_at < now() - interval '1 hour'),
    dead as (select distinct locked_by as id from graphile_worker.jobs
      where locked_by is not null and locked_at < now() - interval '8 seconds'
        and locked_by not in (select id from alive))
    select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`,
);

/** What processes that have died were doing is given to others. */
export async function releaseJobsOfDead(on: WriteConnection): Promise<void> {
  await release(on, {});
}

const releaseUnheard = compiledReturningWrite<{ id: string; underWay: string[] }, unknown>(
  "job-worker-release-unheard",
  { updates: ["graphile_worker._private_jobs", "graphile_worker._private_job_queues"] },
  (p) => sql`
    with unheard as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null
      where locked_by = ${p.id} and locked_at < now() - interval '8 seconds' and id <> all(${p.underWay}::bigint[])
      returning job_queue_id)
    update graphile_worker._private_job_queues queue set locked_by = null, locked_at = null
    from unheard where queue.id = unheard.job_queue_id and queue.locked_by = ${p.id}`,
);

/**
 * A connection that was cut at the moment at which a job was given to this process: PostgreSQL counts it as ours, and
 * we never heard of it.
 */
export async function releaseJobsUnheardOf(
  on: WriteConnection,
  id: string,
  underWay: readonly string[],
): Promise<void> {
  await releaseUnheard(on, { id, underWay: [...underWay] });
}

const forget = compiledReturningWrite<{ id: string }, unknown>(
  "job-worker-forget",
  { deletes: ["tradewind.job_worker"] },
  (p) => sql`delete from tradewind.job_worker where id = ${p.id}`,
);

export async function forgetWorker(on: WriteConnection, id: string): Promise<void> {
  await forget(on, { id });
}
