import { inTransaction } from "../../../../db/transaction.ts";
import type { JobRun as QueueRun } from "../../../../jobs/runner.ts";
import { type BatchJob, stateOfJob } from "../batch-job.ts";
import { endRun, findJob, isJobGivenUp, lockJob } from "../batch-job-store.ts";
import { attemptsFor, isFault, shownError } from "../job-failure.ts";
import { canHappen, isOver } from "../job-state.ts";
import type { JobDeps, RunningJob } from "../job-type.ts";
import { advance } from "./advance.ts";
import { enqueueAfterTheEnd } from "./after-the-end.ts";
import type { FindType } from "./known-types.ts";

export interface Engine {
  deps: JobDeps;
  findType: FindType;
  log: { error(details: object, message: string): void };
}

export const asRunning = ({ id, createdBy, isDryRun, context, result }: BatchJob): RunningJob => ({
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
  /** Of a job that may meanwhile be somebody else's: whether it may fail by this. */
  mayFail: (job: BatchJob) => boolean;
}

/** What may pass by itself is thrown on, so that the queue tries again; anything else fails the job. */
export async function failOrThrow(
  engine: Engine,
  { jobId, error, queueRun, mayFail }: Failure,
): Promise<void> {
  if (queueRun.attempt < attemptsFor(error)) throw error;
  if (isFault(error)) engine.log.error({ err: error, batchJob: jobId }, "a batch job failed");
  await inTransaction(engine.deps.db, async (tx) => {
    const job = await lockJob(tx, jobId);
    if (!canHappen(stateOfJob(job), "fail") || !mayFail(job)) return;
    await advance(tx, job, { events: ["fail"], errors: [{ ...shownError(error) }] });
    await endRun(tx, jobId);
    await enqueueAfterTheEnd(tx, { type: engine.findType(job.type), jobId, state: "failed" });
  });
}

/** Removes what a job has left behind that came to a bad end. */
export async function cleanUpJob(engine: Engine, jobId: string): Promise<void> {
  const job = await findJob(engine.deps.db, jobId);
  if (!job || !["canceled", "failed"].includes(stateOfJob(job))) return;
  await engine.findType(job.type)?.cleanUp?.(engine.deps, asRunning(job));
}

/** Removes what a job has worked with, now that it is over, or was never confirmed. */
export async function removeInputOf(engine: Engine, jobId: string): Promise<void> {
  const job = await findJob(engine.deps.db, jobId);
  if (!job) return;
  if (!isOver(stateOfJob(job)) && !(await isJobGivenUp(engine.deps.db, jobId))) return;
  await engine.findType(job.type)?.removeInput?.(engine.deps, asRunning(job));
}
