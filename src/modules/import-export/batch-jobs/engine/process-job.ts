import { inTransaction } from "../../../../db/transaction.ts";
import { JobClaimed, type JobRun as QueueRun } from "../../../../jobs/runner.ts";
import { newId } from "../../../../kernel/ids.ts";
import { type BatchJob, belongsTo, stateOfJob, unknownJobType } from "../batch-job.ts";
import { beginRun, endRun, findJob, lockJob } from "../batch-job-store.ts";
import { DATABASE_ATTEMPTS, interruptedTooOften, RunEnded } from "../job-failure.ts";
import { canTransition } from "../job-state.ts";
import type { JobChanges, JobType, RunningJob } from "../job-type.ts";
import { type Engine, failOrThrow, toRunningJob } from "./engine.ts";
import { enqueueFollowUps, enqueueStep, PROCESS, transitionJob } from "./job-steps.ts";
import { Run } from "./run.ts";

/** Runs a confirmed job, or continues it where an earlier run was interrupted. */
export async function processJob(engine: Engine, jobId: string, queueRun: QueueRun): Promise<void> {
  const runId = newId("run");
  const job = await claimJob(engine, jobId, runId);
  if (!job) return;
  const run = new Run({ db: engine.deps.db, jobId, runId, isStopping: queueRun.isStopping });
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
    if (isOwned) await enqueueStep(tx, PROCESS, jobId);
    return isOwned;
  });

/** If another run has claimed the job, the queue entry belongs to that run. */
async function throwIfReplaced({ deps }: Engine, jobId: string, runId: string): Promise<void> {
  const job = await findJob(deps.db, jobId);
  if (job && job.runId !== runId && canTransition(stateOfJob(job), "complete")) {
    throw new JobClaimed(new RunEnded("replaced").message);
  }
}
