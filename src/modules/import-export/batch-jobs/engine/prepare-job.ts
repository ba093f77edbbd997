import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { JobRun as QueueRun } from "../../../../jobs/runner.ts";
import { type BatchJob, stateOfJob, unknownJobType } from "../batch-job.ts";
import { findJob, lockJob } from "../batch-job-store.ts";
import { DATABASE_ATTEMPTS, interruptedTooOften, RunEnded } from "../job-failure.ts";
import { canTransition, type JobEvent } from "../job-state.ts";
import type { JobChanges } from "../job-type.ts";
import { type Engine, failOrThrow, toRunningJob } from "./engine.ts";
import { enqueueStep, PREPARE, PROCESS, transitionJob } from "./job-steps.ts";
import { RunWatch } from "./run.ts";

const isUnprepared = (job: BatchJob) => canTransition(stateOfJob(job), "pre_process");

/** Determines what a new job would do. It changes nothing in the shop, so it may run twice. */
export async function prepareJob(engine: Engine, jobId: string, queueRun: QueueRun): Promise<void> {
  const { db } = engine.deps;
  const job = await findJob(db, jobId);
  if (!job || !isUnprepared(job)) return;
  try {
    if (queueRun.attempt > DATABASE_ATTEMPTS) throw interruptedTooOften();
    const changes = await runPreProcess(engine, job, queueRun);
    await inTransaction(db, (tx) => savePrepared(tx, jobId, changes));
  } catch (error) {
    if (!(error instanceof RunEnded)) {
      return failOrThrow(engine, { jobId, error, queueRun, mayFail: isUnprepared });
    }
    if (error.reason === "stopping") await inTransaction(db, (tx) => enqueueStep(tx, PREPARE, jobId));
  }
}

function runPreProcess(engine: Engine, job: BatchJob, { isStopping }: QueueRun): Promise<JobChanges> {
  const type = engine.findType(job.type);
  if (!type) throw unknownJobType(job.type);
  const watch = new RunWatch({ db: engine.deps.db, jobId: job.id, mayContinue: isUnprepared, isStopping });
  return type.preProcess(engine.deps, toRunningJob(job), watch);
}

/** Does nothing if the job was canceled in the meantime. */
async function savePrepared(tx: Tx, jobId: string, changes: JobChanges): Promise<void> {
  const job = await lockJob(tx, jobId);
  if (!isUnprepared(job)) return;
  const events: JobEvent[] = job.isDryRun ? ["pre_process"] : ["pre_process", "confirm"];
  await transitionJob(tx, job, { events, ...changes });
  if (!job.isDryRun) await enqueueStep(tx, PROCESS, jobId);
}
