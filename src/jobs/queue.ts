import { sql } from "kysely";
import type { Connection, Tx } from "../db/database.ts";
import { compiledSql } from "../db/statements.ts";
import { currentTraceparent } from "../db/transactions/trace-context.ts";

/** The schema of the queue; graphile-worker creates it. */
export const QUEUE_SCHEMA = "graphile_worker";

/** Work that runs after the request that enqueues it. */
export interface Job {
  /** The name of the task that runs it. */
  task: string;
  payload: Record<string, unknown>;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** Replaces a waiting job with the same key. */
  key?: string;
  /** A delay in milliseconds, by the clock of the database: the clocks of processes may be wrong. */
  after?: number;
  /** After this number of failures the job is dead, and an admin has to retry it. */
  attempts?: number;
}

interface JobRow {
  task: string;
  payload: string;
  queue: string | null;
  key: string | null;
  after: number | null;
  attempts: number | null;
}

const add = compiledSql<JobRow, { id: string }>(
  "job-enqueue",
  (p) => sql<{ id: string }>`select (graphile_worker.add_job(${p.task}::text, ${p.payload}::json,
    queue_name => ${p.queue}::text, run_at => now() + ${p.after}::float8 * interval '1 millisecond', max_attempts => ${p.attempts}::integer,
    job_key => ${p.key}::text)).id::text as id`,
);

/** The job belongs to the trace of the work that enqueues it (`src/telemetry/traced-work.ts`). */
function withTrace(payload: Job["payload"]): Job["payload"] {
  const traceparent = currentTraceparent();
  return traceparent === null ? payload : { ...payload, traceparent };
}

/** Adds a job to the queue in the transaction of its change: both are committed or neither. */
export async function enqueue(tx: Tx, job: Job): Promise<void> {
  await add(tx, {
    task: job.task,
    payload: JSON.stringify(withTrace(job.payload)),
    queue: job.queue ?? null,
    key: job.key ?? null,
    after: job.after ?? null,
    attempts: job.attempts ?? null,
  });
}

const count = compiledSql<object, QueueCounts>(
  "job-counts",
  () => sql<QueueCounts>`select
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::integer as waiting,
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::integer as scheduled,
    count(*) filter (where locked_at is not null)::integer as running,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::integer as dead
    from graphile_worker.jobs`,
);

/** The number of jobs in each state. */
export interface QueueCounts {
  waiting: number;
  scheduled: number;
  running: number;
  dead: number;
}

export async function countJobs(on: Connection): Promise<QueueCounts> {
  const [counts] = await count(on, {});
  return counts!;
}
