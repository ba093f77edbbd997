import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { type Granted, requirePermissions } from "../../../kernel/permissions.ts";
import { type BatchJob, checkOwner, stateOfJob, unknownJobType } from "./batch-job.ts";
import { insertJob, lockJob } from "./batch-job-store.ts";
import { batchJobView, type JobRow } from "./batch-jobs-graph.ts";
import {
  enqueueExpiry,
  enqueueFollowUps,
  enqueueStep,
  PREPARE,
  PROCESS,
  transitionJob,
} from "./engine/job-steps.ts";
import { batchJobEvents } from "./events.ts";
import type { FindType, JobDeps } from "./job-type.ts";

interface NewJob {
  type: string;
  context: Record<string, unknown>;
  dry_run?: boolean;
  /** Null for a plugin that calls with a role. */
  createdBy: string | null;
  granted: Granted;
}

/** Returns the job as created; it may start immediately afterwards. */
export async function createBatchJob(
  deps: JobDeps & { findType: FindType },
  { type: name, context: requestedContext, dry_run = false, createdBy, granted }: NewJob,
): Promise<JobRow> {
  const type = deps.findType(name);
  if (!type) throw unknownJobType(name);
  requirePermissions(granted, type.permission);
  const context = await type.checkedContext(deps, requestedContext);
  return inTransaction(deps.db, async (tx) => {
    const id = newId("batch");
    await insertJob(tx, { id, type: name, context, isDryRun: dry_run, createdBy });
    await enqueueStep(tx, PREPARE, { jobId: id });
    if (dry_run) await enqueueExpiry(tx, type, id);
    await batchJobEvents.announce(tx, "batch.created", { id });
    return (await deps.graph.find(batchJobView, id, { on: tx }))!;
  });
}

type Deps = Pick<JobDeps, "db" | "graph"> & { findType: FindType };

interface JobRequest {
  jobId: string;
  userId: string | null;
}

/** What the user may do may have changed since the job was created. */
export const confirmBatchJob = (
  deps: Deps,
  { granted, ...request }: JobRequest & { granted: Granted },
): Promise<JobRow> =>
  changeJob(deps, request, async (tx, job) => {
    const type = deps.findType(job.type);
    if (type) requirePermissions(granted, type.permission);
    await transitionJob(tx, job, { events: ["confirm"] });
    await enqueueStep(tx, PROCESS, { jobId: job.id });
  });

/** An active run notices the cancellation and ends. */
export const cancelBatchJob = (deps: Deps, request: JobRequest): Promise<JobRow> =>
  changeJob(deps, request, async (tx, job) => {
    await transitionJob(tx, job, { events: ["cancel"] });
    // A failed job stays failed; its cleanup is already enqueued.
    if (stateOfJob(job) === "failed") return;
    await enqueueFollowUps(tx, { type: deps.findType(job.type), jobId: job.id, state: "canceled" });
  });

/** Returns the job as of the change; it may continue immediately afterwards. */
const changeJob = (
  { db, graph }: Deps,
  { jobId, userId }: JobRequest,
  change: (tx: Tx, job: BatchJob) => Promise<void>,
): Promise<JobRow> =>
  inTransaction(db, async (tx) => {
    const job = await lockJob(tx, jobId);
    checkOwner(job.createdBy, userId);
    await change(tx, job);
    return (await graph.find(batchJobView, jobId, { on: tx }))!;
  });
