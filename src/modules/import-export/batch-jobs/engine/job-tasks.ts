import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { JobClaimed, type JobRun as QueueRun, type Task, type Work } from "../../../../jobs/runner.ts";
import { newId } from "../../../../kernel/ids.ts";
import {
  type BatchJob,
  belongsTo,
  canTransition,
  type JobEvent,
  stateOfJob,
  unknownJobType,
} from "../batch-job.ts";
import { beginRun, endRun, findJob, lockJob } from "../batch-job-store.ts";
import { DATABASE_ATTEMPTS, interruptedTooOften, RunEnded } from "../job-failure.ts";
import { type JobChanges, type JobDeps, type JobType, jobTypeFinder, type RunningJob } from "../job-type.ts";
import { cleanUpJob, type Engine, failOrThrow, removeJobInput, toRunningJob } from "./engine.ts";
import { expireExports } from "./expire-exports.ts";
import {
  CLEAN_UP,
  enqueueFollowUps,
  enqueueStep,
  PREPARE,
  PROCESS,
  REMOVE_INPUT,
  transitionJob,
} from "./job-steps.ts";
import { Run, RunWatch } from "./run.ts";

const EXPIRE_EXPORTS = "batch-job-expire-exports";

/** The queue tasks of batch jobs. */
export function batchJobWork(
  { log, pace, ...deps }: JobDeps & Pick<Engine, "log" | "pace">,
  types: readonly JobType[],
): Work {
  const engine: Engine = { deps, pace, findType: jobTypeFinder(types, deps.providers), log };
  const idOf = (payload: Record<string, unknown>) => String(payload.id);
  const tasks: Record<string, Task> = {
    [PREPARE]: (payload, run) => prepareJob(engine, idOf(payload), run),
    [PROCESS]: (payload, run) => processJob(engine, idOf(payload), run),
    [CLEAN_UP]: (payload) => cleanUpJob(engine, idOf(payload)),
    [REMOVE_INPUT]: (payload) => removeJobInput(engine, idOf(payload)),
    [EXPIRE_EXPORTS]: (_payload, run) => expireExports(deps, run),
  };
  const isExpiring = deps.config.exportDays > 0;
  return { tasks, schedules: isExpiring ? [{ task: EXPIRE_EXPORTS, pattern: "17 * * * *" }] : [] };
}

const isUnprepared = (job: BatchJob) => canTransition(stateOfJob(job), "pre_process");

/** Determines what a new job would do. It changes nothing in the shop, so it may run twice. */
async function prepareJob(engine: Engine, jobId: string, queueRun: QueueRun): Promise<void> {
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
    if (error.reason === "stopping") await inTransaction(db, (tx) => enqueueStep(tx, PREPARE, { jobId }));
  }
}

function runPreProcess(engine: Engine, job: BatchJob, { isStopping }: QueueRun): Promise<JobChanges> {
  const type = engine.findType(job.type);
  if (!type) throw unknownJobType(job.type);
  const { db } = engine.deps;
  const { pace } = engine;
  const watch = new RunWatch({ db, pace, jobId: job.id, mayContinue: isUnprepared, isStopping });
  return type.preProcess(engine.deps, toRunningJob(job), watch);
}

/** Does nothing if the job was canceled in the meantime. */
async function savePrepared(tx: Tx, jobId: string, changes: JobChanges): Promise<void> {
  const job = await lockJob(tx, jobId);
  if (!isUnprepared(job)) return;
  const events: JobEvent[] = job.isDryRun ? ["pre_process"] : ["pre_process", "confirm"];
  await transitionJob(tx, job, { events, ...changes });
  if (!job.isDryRun) await enqueueStep(tx, PROCESS, { jobId });
}

/** Runs a confirmed job, or continues it where an earlier run was interrupted. */
async function processJob(engine: Engine, jobId: string, queueRun: QueueRun): Promise<void> {
  const runId = newId("run");
  const job = await claimJob(engine, jobId, runId);
  if (!job) return;
  const { deps, pace } = engine;
  const run = new Run({ db: deps.db, pace, jobId, runId, isStopping: queueRun.isStopping });
  try {
    if (queueRun.attempt > DATABASE_ATTEMPTS) throw interruptedTooOften();
    const type = engine.findType(job.type);
    if (!type) throw unknownJobType(job.type);
    const changes = await type.process(engine.deps, toRunningJob(job), run);
    if (run.hasReportedStop) throw new RunEnded("stopping");
    await complete(engine, run, { type, job: toRunningJob(job), changes });
  } catch (error) {
    if (error instanceof RunEnded) {
      if (error.reason === "stopping" && (await requeueJob(engine, jobId, runId))) return;
    } else {
      await failOrThrow(engine, { jobId, error, queueRun, mayFail: (now) => belongsTo(now, runId) });
    }
    await throwIfReplaced(engine, jobId, runId);
  }
}

/** Claims the job for this run; an earlier run that is still alive can commit nothing from now on. */
const claimJob = ({ deps }: Engine, jobId: string, runId: string): Promise<BatchJob | null> =>
  inTransaction(deps.db, async (tx) => {
    if (!(await findJob(tx, jobId))) return null;
    const job = await lockJob(tx, jobId);
    if (!canTransition(stateOfJob(job), "process")) return null;
    await transitionJob(tx, job, { events: ["process"] });
    await beginRun(tx, jobId, runId);
    return job;
  });

interface FinishedWork {
  type: JobType;
  job: RunningJob;
  changes: JobChanges;
}

async function complete({ deps }: Engine, run: Run, { type, job, changes }: FinishedWork): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx) => {
      await transitionJob(tx, await run.lockOwnJob(tx), { events: ["complete"], ...changes });
      await endRun(tx, job.id);
      await enqueueFollowUps(tx, { type, jobId: job.id, state: "completed" });
    });
  } catch (error) {
    // The job was canceled at the last moment, or another run has completed it: the output would stay behind.
    if (error instanceof RunEnded) {
      await type.cleanUp?.(deps, { ...job, result: { ...job.result, ...changes.result } });
    }
    throw error;
  }
}

/** Lets another process continue the job, unless another run has claimed it. */
const requeueJob = ({ deps }: Engine, jobId: string, runId: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const isOwned = belongsTo(await lockJob(tx, jobId), runId);
    if (isOwned) await enqueueStep(tx, PROCESS, { jobId });
    return isOwned;
  });

/** If another run has claimed the job, the queue entry belongs to that run. */
async function throwIfReplaced({ deps }: Engine, jobId: string, runId: string): Promise<void> {
  const job = await findJob(deps.db, jobId);
  if (job && job.runId !== runId && canTransition(stateOfJob(job), "complete")) {
    throw new JobClaimed(new RunEnded("replaced").message);
  }
}
