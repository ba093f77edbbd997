import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";

export type JobState = "waiting" | "scheduled" | "running" | "dead";

/** A job in the queue. Its payload is never shown: it may hold secrets. */
export interface QueuedJob {
  id: string;
  task: string;
  state: JobState;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  run_at: Date;
  created_at: Date;
}

const jobState = sql`case when locked_at is not null then 'running'
  when attempts >= max_attempts then 'dead' when run_at > now() then 'scheduled' else 'waiting' end`;

interface JobQuery {
  state: string | null;
  task: string | null;
  limit: number;
  offset: number;
}

const list = compiledSql<JobQuery, QueuedJob>(
  "job-queue-list",
  (p) => sql<QueuedJob>`
    select * from (select id::text, task_identifier as task, ${jobState} as state, attempts, max_attempts, last_error,
      run_at, created_at from graphile_worker.jobs) job
    where (${p.state}::text is null or state = ${p.state}) and (${p.task}::text is null or task = ${p.task})
    order by created_at desc, id desc limit ${p.limit} offset ${p.offset}`,
);

const count = compiledSql<Pick<JobQuery, "state" | "task">, { count: number }>(
  "job-queue-count",
  (p) => sql<{ count: number }>`
    select count(*)::integer as count
    from (select ${jobState} as state, task_identifier as task from graphile_worker.jobs) job
    where (${p.state}::text is null or state = ${p.state}) and (${p.task}::text is null or task = ${p.task})`,
);

export async function listJobs(
  on: Connection,
  query: JobQuery,
): Promise<{ jobs: QueuedJob[]; count: number }> {
  const [jobs, [counted]] = await Promise.all([list(on, query), count(on, query)]);
  return { jobs, count: counted?.count ?? 0 };
}

const retry = compiledSql<{ id: string }, { id: string }>(
  "job-queue-retry",
  (p) => sql<{ id: string }>`
    select id::text as id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where id::text = ${p.id}), run_at => now(), attempts => 0)`,
);

/** A job that is not running becomes due now, with all its attempts. */
export async function retryJob(tx: Tx, id: string): Promise<void> {
  const [found] = await retry(tx, { id });
  if (!found) throw notFound("Job", id);
}
