import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { type BatchJob, checkOwner, stateOfJob } from "../batch-job.ts";
import { lockJob } from "../batch-job-store.ts";
import { type JobRow, shownJob } from "../batch-jobs-graph.ts";
import { advance } from "../engine/advance.ts";
import { enqueueAfterTheEnd } from "../engine/after-the-end.ts";
import type { FindType } from "../engine/known-types.ts";
import { enqueueStep, PROCESS } from "../engine/queue.ts";
import type { JobDeps } from "../job-type.ts";

type Deps = Pick<JobDeps, "db" | "graph"> & { findType: FindType };

interface Decision {
  jobId: string;
  userId: string;
}

/** The work may begin. */
export const confirmBatchJob = (deps: Deps, decision: Decision): Promise<JobRow> =>
  decided(deps, decision, async (tx, job) => {
    await advance(tx, job, { events: ["confirm"] });
    await enqueueStep(tx, PROCESS, job.id);
  });

/** A run that is under way sees it and ends. */
export const cancelBatchJob = (deps: Deps, decision: Decision): Promise<JobRow> =>
  decided(deps, decision, async (tx, job) => {
    await advance(tx, job, { events: ["cancel"] });
    // A failed job stays one, and was dealt with when it failed.
    if (stateOfJob(job) === "failed") return;
    await enqueueAfterTheEnd(tx, { type: deps.findType(job.type), jobId: job.id, state: "canceled" });
  });

/** The job as it is by the decision: a moment later it may have moved on. */
const decided = (
  { db, graph }: Deps,
  { jobId, userId }: Decision,
  decide: (tx: Tx, job: BatchJob) => Promise<void>,
): Promise<JobRow> =>
  inTransaction(db, async (tx) => {
    const job = await lockJob(tx, jobId);
    checkOwner(job.createdBy, userId);
    await decide(tx, job);
    return (await graph.find(shownJob, jobId, { on: tx }))!;
  });
