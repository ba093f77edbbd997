import { inTransaction } from "../../../../db/transaction.ts";
import { JobClaimed, type JobRun as QueueRun } from "../../../../jobs/runner.ts";
import { newId } from "../../../../kernel/ids.ts";
import { type BatchJob, belongsTo, stateOfJob, unknownType } from "../batch-job.ts";
import { beginRun, endRun, findJob, lockJob } from "../batch-job-store.ts";
import { interruptedTooOften, RunEnded, TO_DATABASE } from "../job-failure.ts";
import { canHappen } from "../job-state.ts";
import type { JobChanges, JobType, RunningJob } from "../job-type.ts";
import { advance } from "./advance.ts";
import { enqueueAfterTheEnd } from "./after-the-end.ts";
import { asRunning, type Engine, failOrThrow } from "./engine.ts";
import { enqueueStep, PROCESS } from "./queue.ts";
import { Run } from "./run.ts";

/** Does the work of a confirmed job, or goes on with it where a run before has ended too early. */
export async function processJob(engine: Engine, jobId: string, queueRun: QueueRun): Promise<void> {
  const runId = newId("run");
  const job = await takenOver(engine, jobId, runId);
  if (!job) return;
  const run = new Run({ db: engine.deps.db, jobId, runId, isStopping: queueRun.isStopping });
  try {
    if (queueRun.attempt > TO_DATABASE) throw interruptedTooOften();
    const type = engine.findType(job.type);
    if (!type) throw unknownType(job.type);
    const changes = await type.process(engine.deps, asRunning(job), run);
    if (run.wasToldToStop) throw new RunEnded("stopping");
    await complete(engine, run, { type, job: asRunning(job), changes });
  } catch (error) {
    if (error instanceof RunEnded) {
      if (error.reason === "stopping" && (await passedOn(engine, jobId, runId))) return;
    } else {
      await failOrThrow(engine, { jobId, error, queueRun, mayFail: (now) => belongsTo(now, runId) });
    }
    await leaveToAnother(engine, jobId, runId);
  }
}

/** Makes the job this run's; the one before, should it still be alive, can keep nothing of what it does from now on. */
const takenOver = ({ deps }: Engine, jobId: string, runId: string): Promise<BatchJob | null> =>
  inTransaction(deps.db, async (tx) => {
    if (!(await findJob(tx, jobId))) return null;
    const job = await lockJob(tx, jobId);
    if (!canHappen(stateOfJob(job), "process")) return null;
    await advance(tx, job, { events: ["process"] });
    await beginRun(tx, jobId, runId);
    return job;
  });

interface Done {
  type: JobType;
  job: RunningJob;
  changes: JobChanges;
}

async function complete({ deps }: Engine, run: Run, { type, job, changes }: Done): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx) => {
      await advance(tx, await run.locked(tx), { events: ["complete"], ...changes });
      await endRun(tx, job.id);
      await enqueueAfterTheEnd(tx, { type, jobId: job.id, state: "completed" });
    });
  } catch (error) {
    // Nobody will know of what it has made: canceled at the last moment, or done by another run.
    if (error instanceof RunEnded) {
      await type.cleanUp?.(deps, { ...job, result: { ...job.result, ...changes.result } });
    }
    throw error;
  }
}

/** Another process goes on where this one has to stop, unless the job is not this run's any more. */
const passedOn = ({ deps }: Engine, jobId: string, runId: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const isOurs = belongsTo(await lockJob(tx, jobId), runId);
    if (isOurs) await enqueueStep(tx, PROCESS, jobId);
    return isOurs;
  });

/** What is in the queue for the job is the other run's, should there be one. */
async function leaveToAnother({ deps }: Engine, jobId: string, runId: string): Promise<void> {
  const job = await findJob(deps.db, jobId);
  if (job && job.runId !== runId && canHappen(stateOfJob(job), "complete")) {
    throw new JobClaimed(new RunEnded("replaced").message);
  }
}
