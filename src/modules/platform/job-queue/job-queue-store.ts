import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { notFound, Refusal } from "../../../kernel/refusal.ts";
import { PLUGIN_TASKS } from "./shown-payload.ts";

export type JobState = "waiting" | "scheduled" | "running" | "dead";

/** A job in the queue. */
export interface QueuedJob {
  id: string;
  task: string;
  state: JobState;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  run_at: Date;
  created_at: Date;
  /** Null for jobs of the shop itself: they may hold secrets. */
  payload: Record<string, unknown> | null;
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
    select job.*, case when starts_with(task, ${PLUGIN_TASKS}) then private.payload end as payload
    from (select id::text, task_identifier as task, ${jobState} as state, attempts, max_attempts, last_error,
      run_at, created_at from graphile_worker.jobs) job
    join graphile_worker._private_jobs private on private.id = job.id::bigint
    where (${p.state}::text is null or state = ${p.state}) and (${p.task}::text is null or task = ${p.task})
    order by job.created_at desc, job.id desc limit ${p.limit} offset ${p.offset}`,
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

const remove = compiledSql<{ id: string }, { id: string }>(
  "job-queue-delete",
  (p) => sql<{ id: string }>`
    select id::text as id from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
      where id::text = ${p.id} and locked_at is null and starts_with(task_identifier, ${PLUGIN_TASKS})))`,
);

const find = compiledSql<{ id: string }, { task: string }>(
  "job-queue-find",
  (p) => sql<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs where id::text = ${p.id}`,
);

/** Only jobs of plugins: the shop relies on its own. */
export async function deleteJob(tx: Tx, id: string): Promise<void> {
  const [deleted] = await remove(tx, { id });
  if (deleted) return;
  const [job] = await find(tx, { id });
  if (!job) throw notFound("Job", id);
  if (!job.task.startsWith(PLUGIN_TASKS))
    throw new Refusal(
      "not_allowed",
      `The job ${job.task} is one of the shop itself, which needs it: retry it`,
    );
  throw new Refusal("conflict", "The job is running: it can be deleted when it has ended");
}
