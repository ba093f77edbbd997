import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { JobRun as QueueRun } from "../../../../jobs/runner.ts";
import { type BatchJob, stateOfJob, unknownType } from "../batch-job.ts";
import { findJob, lockJob } from "../batch-job-store.ts";
import { interruptedTooOften, RunEnded, TO_DATABASE } from "../job-failure.ts";
import { canHappen, type JobEvent } from "../job-state.ts";
import type { JobChanges } from "../job-type.ts";
import { advance } from "./advance.ts";
import { asRunning, type Engine, failOrThrow } from "./engine.ts";
import { enqueueStep, PREPARE, PROCESS } from "./queue.ts";
import { Watch } from "./run.ts";

const isWaiting = (job: BatchJob) => canHappen(stateOfJob(job), "pre_process");

/** Finds out what a new job would do. It changes nothing in the shop, so nobody minds when it is done twice. */
export async function prepareJob(engine: Engine, jobId: string, queueRun: QueueRun): Promise<void> {
  const { db } = engine.deps;
  const job = await findJob(db, jobId);
  if (!job || !isWaiting(job)) return;
  try {
    if (queueRun.attempt > TO_DATABASE) throw interruptedTooOften();
    const changes = await preProcessed(engine, job, queueRun);
    await inTransaction(db, (tx) => savePrepared(tx, jobId, changes));
  } catch (error) {
    if (!(error instanceof RunEnded)) {
      return failOrThrow(engine, { jobId, error, queueRun, mayFail: isWaiting });
    }
    if (error.reason === "stopping") await inTransaction(db, (tx) => enqueueStep(tx, PREPARE, jobId));
  }
}

function preProcessed(engine: Engine, job: BatchJob, { isStopping }: QueueRun): Promise<JobChanges> {
  const type = engine.findType(job.type);
  if (!type) throw unknownType(job.type);
  const watch = new Watch({ db: engine.deps.db, jobId: job.id, mayGoOn: isWaiting, isStopping });
  return type.preProcess(engine.deps, asRunning(job), watch);
}

/** Unless somebody has canceled it meanwhile. */
async function savePrepared(tx: Tx, jobId: string, changes: JobChanges): Promise<void> {
  const job = await lockJob(tx, jobId);
  if (!isWaiting(job)) return;
  const events: JobEvent[] = job.isDryRun ? ["pre_process"] : ["pre_process", "confirm"];
  await advance(tx, job, { events, ...changes });
  if (!job.isDryRun) await enqueueStep(tx, PROCESS, jobId);
}
