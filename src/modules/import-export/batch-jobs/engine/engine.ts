import { inTransaction } from "../../../../db/transaction.ts";
import type { Pace } from "../../../../jobs/pace.ts";
import type { JobRun as QueueRun } from "../../../../jobs/runner.ts";
import { type BatchJob, canTransition, isOver, stateOfJob } from "../batch-job.ts";
import { endRun, findJob, isDryRunExpired, lockJob } from "../batch-job-store.ts";
import { attemptsFor, errorForResult, isServerError } from "../job-failure.ts";
import type { FindType, JobDeps, RunningJob } from "../job-type.ts";
import { enqueueFollowUps, transitionJob } from "./job-steps.ts";

export interface Engine {
  deps: JobDeps;
  pace: Pace;
  findType: FindType;
  log: { error(details: object, message: string): void };
}

export const toRunningJob = ({ id, createdBy, isDryRun, context, result }: BatchJob): RunningJob => ({
  id,
  createdBy,
  isDryRun,
  context,
  result,
});

interface Failure {
  jobId: string;
  error: unknown;
  queueRun: QueueRun;
  /** Checked under the lock: another run may have claimed the job in the meantime. */
  mayFail: (job: BatchJob) => boolean;
}

/** Rethrows a temporary error, so that the queue retries; any other error fails the job. */
export async function failOrThrow(
  engine: Engine,
  { jobId, error, queueRun, mayFail }: Failure,
): Promise<void> {
  if (queueRun.attempt < attemptsFor(error)) throw error;
  if (isServerError(error)) engine.log.error({ err: error, batchJob: jobId }, "a batch job failed");
  await inTransaction(engine.deps.db, async (tx) => {
    const job = await lockJob(tx, jobId);
    if (!canTransition(stateOfJob(job), "fail") || !mayFail(job)) return;
    await transitionJob(tx, job, { events: ["fail"], errors: [{ ...errorForResult(error) }] });
    await endRun(tx, jobId);
    await enqueueFollowUps(tx, { type: engine.findType(job.type), jobId, state: "failed" });
  });
}

/** Removes the output of a canceled or failed job. */
export async function cleanUpJob(engine: Engine, jobId: string): Promise<void> {
  const job = await findJob(engine.deps.db, jobId);
  if (!job || !["canceled", "failed"].includes(stateOfJob(job))) return;
  await engine.findType(job.type)?.cleanUp?.(engine.deps, toRunningJob(job));
}

/** Removes the input of a finished job or of an expired dry run. */
export async function removeJobInput(engine: Engine, jobId: string): Promise<void> {
  const job = await findJob(engine.deps.db, jobId);
  if (!job) return;
  if (!isOver(stateOfJob(job)) && !(await isDryRunExpired(engine.deps.db, jobId))) return;
  await engine.findType(job.type)?.removeInput?.(engine.deps, toRunningJob(job));
}
