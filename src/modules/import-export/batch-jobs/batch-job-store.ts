import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import { type BatchJob, type JobState, jobNotFound, type StateTimes } from "./batch-job.ts";

type Json = Record<string, unknown>;

export interface NewBatchJob {
  id: string;
  type: string;
  createdBy: string | null;
  isDryRun: boolean;
  context: Json;
}

const insert = compiled("batch-job-insert", (db, p: NewBatchJob) =>
  db.insertInto("batch_job").values({
    id: p.id,
    type: p.type,
    created_by: p.createdBy,
    dry_run: p.isDryRun,
    context: p.context,
  }),
);

export async function insertJob(tx: Tx, job: NewBatchJob): Promise<void> {
  await insert(tx, job);
}

interface JobRow extends StateTimes {
  id: string;
  type: string;
  created_by: string | null;
  dry_run: boolean;
  context: Json | null;
  result: Json | null;
}

const columns = sql.raw(`job.id, job.type, job.created_by, job.dry_run, job.context, job.result,
  job.pre_processed_at, job.confirmed_at, job.processing_at, job.completed_at, job.canceled_at, job.failed_at`);

const find = compiledSql<{ id: string }, JobRow>(
  "batch-job-find",
  (p) => sql<JobRow>`select ${columns} from batch_job job where job.id = ${p.id} and job.deleted_at is null`,
);

// Row locks are not granted in order: a run that commits chunk after chunk could starve a request to cancel the job.
// Advisory locks are granted in order.
const lock = compiledSql<{ id: string }, JobRow>(
  "batch-job-lock",
  (p) => sql<JobRow>`
    with turn as materialized (
      select pg_advisory_xact_lock(hashtextextended('tradewind.batch_job ' || ${p.id}, 0)))
    select ${columns} from batch_job job cross join turn
    where job.id = ${p.id} and job.deleted_at is null for update of job`,
);

const currentRun = compiledSql<{ id: string }, { run_id: string }>(
  "batch-run-find",
  (p) => sql<{ run_id: string }>`select run_id from tradewind.batch_run where job_id = ${p.id}`,
);

/** Reads the run after the job is locked: a statement that waited for the lock would see an older run. */
async function toJob(
  on: Connection,
  { id, type, created_by, dry_run, context, result, ...moments }: JobRow,
): Promise<BatchJob> {
  const [run] = await currentRun(on, { id });
  return {
    id,
    type,
    createdBy: created_by,
    isDryRun: dry_run,
    context: context ?? {},
    result: result ?? {},
    moments,
    runId: run?.run_id ?? null,
  };
}

export async function findJob(on: Connection, id: string): Promise<BatchJob | null> {
  const [row] = await find(on, { id });
  return row ? toJob(on, row) : null;
}

export async function lockJob(tx: Tx, id: string): Promise<BatchJob> {
  const [row] = await lock(tx, { id });
  if (!row) throw jobNotFound(id);
  return toJob(tx, row);
}

/** Context and result are merged into the stored ones, errors are appended. */
export interface JobUpdate {
  id: string;
  /** The states that the job reaches now. */
  reachedStates?: readonly JobState[];
  context?: Json;
  result?: Json;
  errors?: readonly Json[];
}

interface JobUpdateRow {
  id: string;
  marks: readonly string[];
  context: string | null;
  result: string | null;
  errors: string | null;
}

const moment = (column: string, state: JobState, reachedStates: readonly string[]) =>
  sql`${sql.ref(column)} = case when ${sql.lit(state)} = any(${reachedStates}::text[]) then now() else ${sql.ref(column)} end`;

const save = compiledReturningWrite<JobUpdateRow, unknown>(
  "batch-job-save",
  { updates: ["batch_job"] },
  (p) => sql`update batch_job set
    ${moment("pre_processed_at", "pre_processed", p.marks)},
    ${moment("confirmed_at", "confirmed", p.marks)},
    ${moment("processing_at", "processing", p.marks)},
    ${moment("completed_at", "completed", p.marks)},
    ${moment("canceled_at", "canceled", p.marks)},
    ${moment("failed_at", "failed", p.marks)},
    context = case when ${p.context}::jsonb is null then context
      else coalesce(context, '{}') || ${p.context}::jsonb end,
    result = case when ${p.result}::jsonb is null and ${p.errors}::jsonb is null then result
      else coalesce(result, '{}') || coalesce(${p.result}::jsonb, '{}') || case when ${p.errors}::jsonb is null then '{}'
        else jsonb_build_object('errors', coalesce(result -> 'errors', '[]') || ${p.errors}::jsonb) end end,
    updated_at = now()
    where id = ${p.id}`,
);

const toJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));

export async function saveJob(tx: Tx, changes: JobUpdate): Promise<void> {
  await save(tx, {
    id: changes.id,
    marks: changes.reachedStates ?? [],
    context: toJson(changes.context),
    result: toJson(changes.result),
    errors: toJson(changes.errors),
  });
}

const claimRun = compiledReturningWrite<{ jobId: string; runId: string }, unknown>(
  "batch-run-begin",
  { inserts: ["tradewind.batch_run"], updates: ["tradewind.batch_run"] },
  (p) => sql`insert into tradewind.batch_run (job_id, run_id) values (${p.jobId}, ${p.runId})
    on conflict (job_id) do update set run_id = excluded.run_id, started_at = now()`,
);

/** Makes this run the only one that may work on the job. */
export async function beginRun(tx: Tx, jobId: string, runId: string): Promise<void> {
  await claimRun(tx, { jobId, runId });
}

const end = compiledReturningWrite<{ jobId: string }, unknown>(
  "batch-run-end",
  { deletes: ["tradewind.batch_run"] },
  (p) => sql`delete from tradewind.batch_run where job_id = ${p.jobId}`,
);

export async function endRun(tx: Tx, jobId: string): Promise<void> {
  await end(tx, { jobId });
}

interface FileOfJob {
  key: string;
  jobId: string;
}

// A dry run expires a day after its creation unless it is confirmed.
const isExpiredDryRun = (job: string) =>
  sql.raw(
    `(${job}.dry_run and ${job}.confirmed_at is null and ${job}.created_at <= now() - interval '1 day')`,
  );

const expired = compiledSql<{ id: string }, unknown>(
  "batch-job-given-up",
  (p) => sql`select 1 from batch_job job where job.id = ${p.id} and ${isExpiredDryRun("job")}`,
);

export const isDryRunExpired = async (on: Connection, id: string): Promise<boolean> =>
  (await expired(on, { id })).length > 0;

const inUse = compiledSql<FileOfJob, unknown>(
  "batch-job-file-in-use",
  (p) => sql`select 1 from batch_job other
    where other.id <> ${p.jobId} and other.deleted_at is null and other.canceled_at is null and other.failed_at is null
      and not ${isExpiredDryRun("other")}
      and (other.context ->> 'fileKey' = ${p.key} and other.completed_at is null
        or other.result ->> 'file_key' = ${p.key})
    limit 1`,
);

/** Whether another job still has to read the file, or has written it. */
export const isFileInUse = async (on: Connection, file: FileOfJob): Promise<boolean> =>
  (await inUse(on, file)).length > 0;

const EXPORTS_AT_ONCE = 100;

const oldExports = compiledSql<{ days: number }, { id: string; fileKey: string }>(
  "batch-job-old-exports",
  (p) => sql<{ id: string; fileKey: string }>`select id, result ->> 'file_key' as "fileKey" from batch_job
    where type like '%-export' and completed_at < now() - make_interval(days => ${p.days}::integer)
      and result ->> 'file_key' is not null
    order by id limit ${EXPORTS_AT_ONCE}`,
);

/** Exports that were completed more than so many days ago and still have their file; some of them at a time. */
export const listOldExports = (on: Connection, days: number): Promise<{ id: string; fileKey: string }[]> =>
  oldExports(on, { days });

const forgetFile = compiledWrite<{ id: string }>(
  "batch-job-forget-file",
  { updates: ["batch_job"] },
  (p) =>
    sql`update batch_job set result = result - 'file_key' - 'file_size', updated_at = now() where id = ${p.id}`,
);

export const forgetExportFile = (tx: Tx, id: string): Promise<void> => forgetFile(tx, { id });
